import { isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import type { Link } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import { isSignedCall } from './isSignedCall.ts'
import { readSignerPayload } from './readSignerPayload.ts'
import { signerOf } from './signer.ts'

type Parts = { link: Link; networkId: NetworkId }
type Params = Readonly<Record<string, unknown>>

/**
 * Answers one of WalletConnect's methods of Polkadot, with the wallet of any link.
 * @throws KitError unauthorized for an account that is not connected, chainDisconnected for a
 *   transaction of another network, invalidParams, methodNotFound; transactionChanged if the wallet
 *   returns a transaction with another call; the wallet's errors
 */
export async function answerMethod(
  parts: Parts,
  method: string,
  params: unknown,
): Promise<unknown> {
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (!answer) throw kitError('methodNotFound')
  return answer(parts, partsOf(Array.isArray(params) ? (params as readonly unknown[])[0] : params))
}

const answers: Readonly<Record<string, (parts: Parts, params: Params) => unknown>> = {
  async polkadot_signTransaction({ link, networkId }, { address, transactionPayload }) {
    const payload = readSignerPayload(transactionPayload)
    requireAccount(link, payload.address)
    if (
      address !== undefined &&
      (typeof address !== 'string' || !isSameAddress(address, payload.address))
    )
      throw kitError('invalidParams', { details: 'The transaction is of another account.' })
    if (networkIdOf(payload.genesisHash) !== networkId) throw kitError('chainDisconnected')
    const signed = await signerOf(link).signPayload({ payload, networkId })
    if (!isSignedCall(payload, signed)) throw kitError('transactionChanged')
    return signed
  },

  async polkadot_signMessage({ link, networkId }, { address, message }) {
    if (typeof message !== 'string' || typeof address !== 'string') throw kitError('invalidParams')
    requireAccount(link, address)
    return { signature: await signerOf(link).signMessage({ address, message, networkId }) }
  },
}

/** The CAIP-2 id of the network with this genesis hash: its reference is 16 bytes of the hash. */
const networkIdOf = (genesisHash: string): string =>
  `polkadot:${genesisHash.slice(2, 34).toLowerCase()}`

function requireAccount(link: Link, address: string): void {
  if (!link.state().accounts.some((account) => isSameAddress(account.address, address)))
    throw kitError('unauthorized')
}
