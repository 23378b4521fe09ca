import type { NetworkId } from '@latchkey/protocol/caip'
import { toBase64 } from '@latchkey/protocol/base64'
import { framePsbtBytes } from '@latchkey/protocol/frame/wire'
import { kitError } from '../../../core/errors/errors.ts'
import type { RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { loadCode } from '../../../core/page/loadCode.ts'
import { partOf } from '../../../core/requests/readParts.ts'
import type { BitcoinSigner } from '../signer.ts'
import { readAnySignature, readPsbtBase64, readTxid } from '../wire/walletAnswers.ts'

/** A signer whose network the page sets. */
export type RemoteSigner = BitcoinSigner & {
  /** Sets the session's network. @throws KitError switchChain for one that is not approved */
  switchNetwork(networkId: NetworkId): void
}

/** A PSBT that fits into a message to the frame, which reads earlier transactions itself. */
async function shortened(psbt: Uint8Array): Promise<Uint8Array> {
  const { withoutProofs } = await loadCode(import('./withoutProofs.lazy.ts'))
  return withoutProofs(psbt)
}

/**
 * Creates the signer of a session. It has only what the wallet has granted. Signatures of texts are
 * in hex by the specification, but several wallets answer in base64: both are read.
 */
export function createRemoteSigner(session: RemoteSession): RemoteSigner {
  const account = () => session.accounts()[0]?.address ?? ''
  const has = (method: string) => session.methods().includes(method)
  const request = (method: string, params: object): Promise<unknown> => {
    if (!has(method)) throw kitError('methodNotSupported')
    return session.request(method, { account: account(), ...params })
  }
  const sendTransfer: BitcoinSigner['sendTransfer'] = async ({ to, amount }) => {
    const answer = await request('sendTransfer', {
      recipientAddress: to,
      amount: String(amount),
    })
    // an older form of the specification has another name
    return readTxid(partOf(answer, 'txid') ?? partOf(answer, 'tx_id'))
  }
  return {
    get canSignPsbt() {
      return has('signPsbt')
    },

    async signPsbt({ psbt, inputs }) {
      const isTooLong = session.dialect === 'frame' && psbt.length > framePsbtBytes
      const answer = await request('signPsbt', {
        psbt: toBase64(isTooLong ? await shortened(psbt) : psbt),
        signInputs: inputs.map(({ address, index }) => ({ address, index })),
        broadcast: false,
      })
      return readPsbtBase64(partOf(answer, 'psbt'))
    },

    async signMessage({ address, message, protocol = 'bip322' }) {
      const answer = await request('signMessage', { message, address, protocol })
      const signer = partOf(answer, 'address')
      if (signer !== undefined && signer !== address)
        throw kitError('answerInvalid', { details: 'The wallet signed with another address.' })
      return readAnySignature(partOf(answer, 'signature'))
    },

    get sendTransfer() {
      return has('sendTransfer') ? sendTransfer : undefined
    },

    switchNetwork(networkId) {
      if (!session.networkIds().includes(networkId)) throw kitError('switchChain')
      session.setNetwork(networkId)
    },
  }
}
