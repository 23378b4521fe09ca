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

/** Facts about an account: the number of nonces that it has used, and whether it has code. */
export type AccountFacts = { countUsed: () => Promise<number>; hasCode: () => Promise<boolean> }

/**
 * Looks up a transaction on its chain. The account's nonces count only if the chain shows, or has
 * shown, the account as its sender: a relayer's transaction has the relayer's nonce.
 * @throws KitError answerInvalid; what the node answers
 */
export async function readTransactionState(
  { request: ask }: Pick<Chain, 'request'>,
  { hash, address, ...before }: PendingTransaction,
  { countUsed, hasCode }: AccountFacts,
): Promise<TransactionState> {
  // read before the receipt: if the nonce is used and there is no receipt, another transaction used
  // the nonce
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
  const isMined = typeof known?.['blockHash'] === 'string' // its receipt follows soon
  if (nonce !== undefined && nonce < used && !isMined)
    return { kind: 'overtaken', ...keyOf(nonce), shown: shownSender }
  return known
    ? { kind: 'waiting', ...replacementFactsOf(nonce), shown: shownSender }
    : { kind: 'unknown', hasCode: await hasCode() }
}

const keyOf = (nonce: number) => ({ nonce, replacementKey: String(nonce) })

/** A nonce as the key: another transaction of the sender with the same nonce replaces this one. */
export const replacementFactsOf = (nonce: number | undefined): ReplacementFacts =>
  nonce === undefined ? {} : keyOf(nonce)

/** Whether the account sent a transaction, by the `from` of the transaction or its receipt. */
export const shownOf = ({ from }: Record<string, unknown>, address: string): ShownSender =>
  typeof from === 'string' && isSameAddress(from, address) ? 'own' : 'other'

/** Whether an account has code: its own, or by delegation (EIP-7702). Source: eth_getCode */
export async function readHasCode(
  { request: ask }: Pick<Chain, 'request'>,
  address: string,
): Promise<boolean> {
  const code = await ask('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string') throw kitError('answerInvalid')
  return /[1-9a-f]/i.test(code.slice(2))
}

/** The number of nonces that an account has used up to the end of a block. */
export async function countNonces(
  { request: ask }: Pick<Chain, 'request'>,
  address: string,
  block = 'latest',
): Promise<number> {
  return numberOf(await ask('eth_getTransactionCount', [address, block]))
}

/**
 * The fields of a node's answer. Undefined if the node has none.
 * @throws KitError answerInvalid
 */
export function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') throw kitError('answerInvalid')
  return value as Record<string, unknown> // an object: absent fields read as undefined
}
