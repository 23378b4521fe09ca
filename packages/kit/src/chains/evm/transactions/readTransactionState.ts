import { isSameAddress } from '@latchkey/protocol/address'
import { kitError } from '../../../core/errors/errors.ts'
import type {
  ReplacementFacts,
  ShownSender,
  TransactionState,
} from '../../../core/contracts/facets/transactions.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { numberOf } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'
import { reportsFailure } from './reportsFailure.ts'

/** Functions that read how many nonces an account has used, and whether it has code. */
export type AccountFacts = { countUsed: () => Promise<number>; hasCode: () => Promise<boolean> }

/**
 * Looks up a transaction on its chain. The account's nonces are used only if the chain shows, or
 * has shown, the account as the sender. A relayer may send the transaction, with the relayer's
 * nonce.
 * @throws KitError answerInvalid; the node's errors
 */
export async function readTransactionState(
  { request: ask }: Pick<Chain, 'request'>,
  { hash, address, ...before }: PendingTransaction,
  { countUsed, hasCode }: AccountFacts,
): Promise<TransactionState> {
  // read before the receipt, so that a used nonce without a receipt means that another transaction
  // has used the nonce
  const used = await countUsed()
  const receipt = partsOf(await ask('eth_getTransactionReceipt', [hash]))
  if (receipt) {
    const block = partsOf(await ask('eth_getBlockByNumber', [receipt['blockNumber'], false]))
    const shownSender = shownOf(receipt, address)
    const hasSucceeded =
      numberOf(receipt['status']) === 1 && !reportsFailure(receipt['logs'], address)
    return {
      kind: hasSucceeded ? 'mined' : 'failed',
      ...replacementFactsOf(shownSender === 'own' ? before.nonce : undefined),
      shown: shownSender,
      blockTime: block && numberOf(block['timestamp']) * 1_000,
    }
  }
  const known = partsOf(await ask('eth_getTransactionByHash', [hash]))
  const shownSender = known ? shownOf(known, address) : before.shown
  const nonce = shownSender !== 'own' ? undefined : known ? numberOf(known['nonce']) : before.nonce
  const isMined = typeof known?.['blockHash'] === 'string' // the node will soon have its receipt
  if (nonce !== undefined && nonce < used && !isMined)
    return { kind: 'overtaken', ...keyOf(nonce), shown: shownSender }
  return known
    ? { kind: 'waiting', ...replacementFactsOf(nonce), shown: shownSender }
    : { kind: 'unknown', hasCode: await hasCode() }
}

const keyOf = (nonce: number) => ({ nonce, replacementKey: String(nonce) })

/** A nonce as a key: the sender's other transactions with the same key can replace this one. */
export const replacementFactsOf = (nonce: number | undefined): ReplacementFacts =>
  nonce === undefined ? {} : keyOf(nonce)

/** Whether a transaction or its receipt names the account (`own`) or another sender in `from`. */
export const shownOf = ({ from }: Record<string, unknown>, address: string): ShownSender =>
  typeof from === 'string' && isSameAddress(from, address) ? 'own' : 'other'

/** Whether an account is a contract or delegates to one (EIP-7702). Source: eth_getCode */
export async function readHasCode(
  { request: ask }: Pick<Chain, 'request'>,
  address: string,
): Promise<boolean> {
  const code = await ask('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string') throw kitError('answerInvalid')
  return /[1-9a-f]/i.test(code.slice(2))
}

/** The number of nonces that an account has used until the end of a block. */
export async function countNonces(
  { request: ask }: Pick<Chain, 'request'>,
  address: string,
  block = 'latest',
): Promise<number> {
  return numberOf(await ask('eth_getTransactionCount', [address, block]))
}

/**
 * The fields of a node's answer. Undefined if the answer is null.
 * @throws KitError answerInvalid
 */
export function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') throw kitError('answerInvalid')
  return value as Record<string, unknown> // it is an object, so a missing field is undefined
}
