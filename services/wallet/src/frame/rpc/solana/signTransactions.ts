import { toBase64 } from '@latchkey/protocol/base64'
import { requireNamespace } from '../../wallet/network.ts'
import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import { messages } from '../../approve/messages.ts'
import type { SolanaToApprove } from '../../approve/solana/ApproveSolanaView.tsx'
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { readConnected } from '../../wallet/consent.ts'
import { askNode } from '../askNode.ts'
import { prepareVault } from '../prepareVault.ts'
import { requireAccount } from '../requireAccount.ts'
import { maxBytes, readTransaction, withSignature } from './readTransaction.ts'
import type { SolanaTransaction } from './readTransaction.ts'
import type { SigningCall } from '../signingCall.ts'

/**
 * Maximum of base58 characters of a transaction. The time to read base58 grows with the square of
 * its length.
 */
const maxCharacters = Math.ceil(maxBytes * 1.38)
/** Maximum of transactions that are approved together. */
const maxTransactions = 20

/**
 * Signs a transaction without sending it. `solana_signTransaction` { transaction } → {
 * transaction }, base58. docs/contracts/frame.md#approval-methods
 */
export async function signTransaction(call: SigningCall): Promise<{ transaction: string }> {
  const [signed] = await sign(call, [paramsOf(call)['transaction']], false)
  return { transaction: toBase58(signed.bytes) }
}

/**
 * Signs several transactions with one approval. `solana_signAllTransactions` { transactions }
 * → { transactions }, base58. docs/contracts/frame.md#approval-methods
 */
export async function signAllTransactions(
  call: SigningCall,
): Promise<{ transactions: readonly string[] }> {
  const { transactions } = paramsOf(call)
  if (
    !Array.isArray(transactions) ||
    transactions.length === 0 ||
    transactions.length > maxTransactions
  )
    throw fault('invalidParams')
  const signed = await sign(call, transactions, false)
  return { transactions: signed.map(({ bytes }) => toBase58(bytes)) }
}

/**
 * Signs a transaction and sends it to the node. Sending it twice does no harm: the network
 * accepts a signature once. `solana_signAndSendTransaction` { transaction, options? } → {
 * signature }, base58. docs/contracts/frame.md#approval-methods
 */
export async function signAndSendTransaction(call: SigningCall): Promise<{ signature: string }> {
  const { transaction, options } = paramsOf(call)
  const sendOptions = readOptions(options)
  const [{ bytes, signature }] = await sign(call, [transaction], true)
  await askNode(call.wallet, call.network, {
    method: 'sendTransaction',
    params: [toBase64(bytes), { ...sendOptions, encoding: 'base64' }],
  })
  return { signature: toBase58(signature) }
}

type Signed = {
  bytes: Uint8Array
  /** The first signature, which identifies the transaction. */
  signature: Uint8Array
}

async function sign(
  { wallet, network, request }: SigningCall,
  texts: readonly unknown[],
  isSent: boolean,
): Promise<[Signed, ...Signed[]]> {
  requireNamespace(network, 'solana')
  const address = await requireAccount(
    wallet,
    'solana',
    (await readConnected(wallet))?.addresses.solana,
  )
  const [first, ...rest] = texts.map(readText)
  if (!first) throw fault('invalidParams')
  const transactions = [first, ...rest] as const
  for (const { signers } of transactions)
    if (!signers.includes(address)) throw fault('unauthorized')
  // the network would refuse a transaction with missing signatures
  if (
    isSent &&
    first.signers.some(
      (signer, index) => signer !== address && first.signatures[index]?.every((byte) => byte === 0),
    )
  )
    throw fault('invalidParams')
  const openVault = prepareVault()
  await wallet.stage.ask<SolanaToApprove, void>({
    load: () => import('../../approve/solana/ApproveSolanaView.tsx'),
    params: { transactions, isSent, address, network },
    title: () => wallet.language.words(messages).transactionTitle,
    signal: request.signal,
  })
  const { withKeysOf } = await openVault()
  return withKeysOf(wallet, address, async (keys) => {
    const signOne = (transaction: SolanaTransaction): Signed => {
      const own = keys.signSolana(transaction.message)
      return {
        bytes: withSignature(transaction, address, own),
        signature: transaction.signers[0] === address ? own : (transaction.signatures[0] ?? own),
      }
    }
    return [signOne(first), ...rest.map(signOne)]
  })
}

const paramsOf = ({ params }: SigningCall): Record<string, unknown> =>
  isRecord(params) ? params : {}

function readText(text: unknown): SolanaTransaction {
  if (typeof text !== 'string' || text.length > maxCharacters) throw fault('invalidParams')
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = fromBase58(text)
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
  return readTransaction(bytes)
}

/** Reads the options that a node knows. Other options are refused instead of being ignored. */
function readOptions(options: unknown): Record<string, unknown> {
  if (options === undefined || options === null) return {}
  if (!isRecord(options)) throw fault('invalidParams')
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot, ...rest } = options
  const isNumber = (value: unknown) =>
    value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
  const isFine =
    (skipPreflight === undefined || typeof skipPreflight === 'boolean') &&
    (preflightCommitment === undefined ||
      ['processed', 'confirmed', 'finalized'].includes(String(preflightCommitment))) &&
    isNumber(maxRetries) &&
    isNumber(minContextSlot)
  if (!isFine || Object.keys(rest).length > 0) throw fault('invalidParams')
  return Object.fromEntries(
    Object.entries({ skipPreflight, preflightCommitment, maxRetries, minContextSlot }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}
