import { readBase64, toBase64 } from '@latchkey/protocol/base64'
import { isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import { hasAddress } from '../../core/accounts/sharedAccount.ts'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import type { Link } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { listIn } from '../../core/requests/readParts.ts'
import { signerOf } from './send/senderOf.ts'
import type { InputToSign } from './signer.ts'
import { maxPsbtBytes } from './wire/walletAnswers.ts'

/** The maximum number of inputs that one request signs. */
const maxInputs = 10_000

/** The sighash types that the kit requests: DEFAULT and ALL. BIP-341 */
const wholeTypes: readonly unknown[] = [0, 1]

type Parts = { kit: Kit; link: Link; networkId: NetworkId; send: ChainAdapter['send'] }

/**
 * Answers one of the methods of WalletConnect's bip122, with the wallet of any link. Parameters and
 * results have WalletConnect's form, with signatures and PSBTs in base64.
 * @throws KitError unauthorized for an account that is not connected, invalidParams,
 *   methodNotFound; the wallet's errors
 */
export async function answerMethod(
  parts: Parts,
  method: string,
  params: unknown,
): Promise<unknown> {
  const { link, networkId } = parts
  const given = partsOf(Array.isArray(params) ? (params as readonly unknown[])[0] : params)
  const { accounts } = link.state()
  const { account = accounts[0]?.address } = given
  const { address = account } = given
  if (
    typeof account !== 'string' ||
    typeof address !== 'string' ||
    ![account, address].every((entry) => hasAddress(accounts, entry))
  )
    throw kitError('unauthorized')
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (!answer) throw kitError('methodNotFound')
  return answer({ ...parts, networkId, account, address }, given)
}

type Call = Parts & { account: string; address: string }
type Params = Readonly<Record<string, unknown>>

const answers: Readonly<Record<string, (call: Call, params: Params) => unknown>> = {
  getAccountAddresses: ({ link }) =>
    link.state().accounts.map(({ address, publicKey, purpose = 'payment' }) => ({
      address,
      ...(publicKey !== undefined && { publicKey }),
      intention: purpose === 'ordinals' ? 'ordinal' : 'payment',
    })),

  async signMessage({ link, networkId, address }, { message, protocol = 'bip322' }) {
    if (typeof message !== 'string' || (protocol !== 'bip322' && protocol !== 'ecdsa'))
      throw kitError('invalidParams')
    const signature = await signerOf(link).signMessage({ address, message, networkId, protocol })
    return { address, signature }
  },

  async signPsbt({ link, networkId, account, send }, { psbt, signInputs, broadcast = false }) {
    const bytes = readBase64(psbt, maxPsbtBytes)
    const inputs = readInputs(signInputs, link)
    if (!bytes || typeof broadcast !== 'boolean') throw kitError('invalidParams')
    if (!broadcast)
      return {
        psbt: toBase64(await signerOf(link).signPsbt({ psbt: bytes, inputs, networkId })),
      }
    const transaction = { psbt: bytes, signInputs: inputs }
    return { txid: await send({ link, address: account, networkId, transaction }) }
  },

  async sendTransfer(
    { kit, link, networkId, account, send },
    { recipientAddress, amount, changeAddress = account, memo },
  ) {
    if (
      typeof recipientAddress !== 'string' ||
      typeof amount !== 'string' ||
      !/^[1-9]\d{0,15}$/.test(amount)
    )
      throw kitError('invalidParams')
    // a payment without the note that its recipient expects may be lost
    if (
      memo !== undefined ||
      typeof changeAddress !== 'string' ||
      !isSameAddress(changeAddress, account)
    )
      throw kitError('invalidParams', {
        details: 'A note and another change address can’t be sent.',
      })
    const { createSend } = await import('./send/createSend.lazy.ts')
    const {
      transaction,
      simulation,
      cautions = [],
    } = await createSend(kit).previewTransfer({
      networkId,
      from: account,
      to: { address: recipientAddress },
      token: { symbol: 'BTC', decimals: 8 },
      amount: BigInt(amount),
    })
    if (simulation.status !== 'works') throw kitError('actionNotAllowed')
    if (cautions.includes('highFee')) throw kitError('actionNotAllowed', { details: 'highFee' })
    return { txid: await send({ link, address: account, networkId, transaction }) }
  },
}

/**
 * Reads the inputs to sign.
 * @throws KitError invalidParams, also for a sighash type by which others could change the
 *   transaction; unauthorized for an address that is not connected
 */
function readInputs(list: unknown, link: Link): readonly InputToSign[] {
  const entries = listIn(list, maxInputs + 1)
  if (entries.length === 0 || entries.length > maxInputs) throw kitError('invalidParams')
  return entries.map((entry) => {
    const { address, index, sighashTypes = [] } = partsOf(entry)
    if (typeof address !== 'string' || typeof index !== 'number' || !Number.isSafeInteger(index))
      throw kitError('invalidParams')
    if (!Array.isArray(sighashTypes) || !sighashTypes.every((type) => wholeTypes.includes(type)))
      throw kitError('invalidParams')
    if (!hasAddress(link.state().accounts, address)) throw kitError('unauthorized')
    return { index, address }
  })
}
