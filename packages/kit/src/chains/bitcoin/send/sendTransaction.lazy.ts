import type { BitcoinTransaction } from '@latchkey/protocol/transaction'
import { isTransactionHash, transactionKey } from '@latchkey/protocol/transactionHash'
import { addressKey, isSameAddress } from '@latchkey/protocol/address'
import { toHex } from '@latchkey/protocol/hex'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { ChainAdapter } from '../../../core/contracts/adapter.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { throwAsUnsent } from '../../../core/errors/throwAsUnsent.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { withWalletErrors } from '../../../core/requests/walletError.lazy.ts'
import { broadcast } from '../esplora/broadcast.ts'
import { esploraOf } from '../esplora/esplora.ts'
import type { Outpoint } from '../esplora/answers.ts'
import type { InputToSign } from '../signer.ts'
import { acceptSignatures } from '../wire/acceptSignatures.ts'
import { inputsOf, outputsOf, requestedPsbt, spentOutputOf } from '../wire/psbt.ts'
import { addressOf } from '../wire/scripts.ts'
import { signerOf } from './senderOf.ts'
import { rememberCoins, rememberRefused } from './sentCoins.ts'

type Parameters = Omit<globalThis.Parameters<ChainAdapter['send']>[0], 'transaction'> & {
  transaction: BitcoinTransaction
}

/**
 * Requests the signatures of a PSBT from the wallet, compares what comes back with the request, and
 * sends the transaction to the network. A wallet that can't sign PSBTs is requested to pay the
 * amount instead, and then chooses coins and fee itself. The kit compares that transaction later.
 * @returns the txid
 * @throws KitError invalidParams, chainDisconnected, unauthorized, transactionChanged,
 *   transactionRejected, methodNotSupported; the wallet's errors
 */
export async function sendTransaction(kit: Kit, parameters: Parameters): Promise<string> {
  const { link, networkId, transaction } = parameters
  const { accounts, networkId: linkNetwork } = link.state()
  if (linkNetwork !== networkId) throw kitError('chainDisconnected')
  const requested = requestedPsbt(transaction.psbt)
  const inputs = inputsToSign(parameters)
  if (
    inputs.length === 0 ||
    inputs.some((input) => !accounts.some((entry) => isSameAddress(entry.address, input.address)))
  )
    throw kitError('unauthorized')
  const signer = signerOf(link)
  if (!signer.canSignPsbt) return transfer(kit, parameters)
  const returned = await withWalletErrors(() =>
    signer.signPsbt({ psbt: Uint8Array.from(transaction.psbt), inputs, networkId }),
  ).catch(throwAsUnsent)
  if (!(returned instanceof Uint8Array)) throw kitError('answerInvalid', { isUnsent: true })
  const isOwn = (index: number) => inputs.some((input) => input.index === index)
  const signed = acceptUnsent(() => acceptSignatures(requested, returned, isOwn))
  rememberCoins(kit, signed.txid, coinsOf(requested))
  try {
    await broadcast(esploraOf(kit, networkId), signed)
  } catch (error) {
    rememberRefused(kit, signed.txid)
    throw error
  }
  return signed.txid
}

/** The coins that a transaction spends. */
const coinsOf = (transaction: ReturnType<typeof requestedPsbt>): readonly Outpoint[] =>
  inputsOf(transaction).flatMap(({ txid, index }) =>
    txid && index !== undefined ? [{ txid: toHex(txid), vout: index }] : [],
  )

/**
 * The inputs that the wallet has to sign: those of the request, or else all that the account's
 * address owns.
 */
function inputsToSign({ address, networkId, transaction }: Parameters): readonly InputToSign[] {
  const requested = requestedPsbt(transaction.psbt)
  if (transaction.signInputs) {
    const isOutside = ({ index }: InputToSign) =>
      !Number.isInteger(index) || index < 0 || index >= requested.inputsLength
    if (transaction.signInputs.some(isOutside))
      throw kitError('invalidParams', { details: 'signInputs names an input that does not exist.' })
    return transaction.signInputs
  }
  return inputsOf(requested).flatMap((input, index) => {
    const script = spentOutputOf(input)?.script
    const owner = script && addressOf(script, networkId)
    return owner !== undefined && isSameAddress(owner, address) ? [{ index, address }] : []
  })
}

/** Lets a wallet pay that can't sign PSBTs: one amount to one address. */
async function transfer(kit: Kit, parameters: Parameters): Promise<string> {
  const { link, address, networkId, transaction } = parameters
  const signer = signerOf(link)
  const [payment, ...others] = paymentsIn(transaction, { address, networkId })
  const send = signer.sendTransfer?.bind(signer)
  if (!send || !payment || others.length > 0)
    throw kitError('methodNotSupported', { isUnsent: true })
  const hash = await withWalletErrors(() => send({ from: address, ...payment, networkId }))
  if (!isTransactionHash(hash, 'bip122')) throw kitError('answerInvalid')
  const txid = transactionKey(hash)
  // a txid belongs to one transaction, so the wallet did not send another one
  if (kit.getState().pending?.some((entry) => entry.hash === txid && entry.networkId === networkId))
    throw kitError('answerInvalid', { details: 'The wallet named an earlier transaction.' })
  return txid
}

/**
 * The payments of a PSBT to other addresses than the sender's. A payment to the sender itself
 * counts if there is no other.
 */
export function paymentsIn(
  transaction: BitcoinTransaction,
  { address, networkId }: { address: string; networkId: NetworkId },
): readonly { to: string; amount: bigint }[] {
  const payments = outputsOf(requestedPsbt(transaction.psbt)).map(({ script, amount }) => ({
    to: addressOf(script, networkId) ?? '',
    amount,
  }))
  const foreign = payments.filter(({ to }) => addressKey(to) !== addressKey(address))
  return foreign.length > 0 ? foreign : payments.slice(0, 1)
}

/** Runs a task whose errors show that nothing was sent. */
function acceptUnsent<value>(task: () => value): value {
  try {
    return task()
  } catch (error) {
    return throwAsUnsent(error)
  }
}
