import { isSameAddress } from '@latchkey/protocol/address'
import { kitError } from '../../../core/errors.ts'
import type { ShownSender, TransactionState } from '../../../core/facets/transactions.ts'
import type { PendingTransaction } from '../../../core/pendingTransactions.ts'
import { numberOf } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'
import { reportsFailure } from './reportsFailure.ts'

/** What is read of an account: how many nonces it has used by now, and whether it has code. */
export type AccountFacts = { countUsed: () => Promise<number>; hasCode: () => Promise<boolean> }

/**
 * Looks for a transaction on its chain. The account's nonces judge it only where the chain says, or
 * has said, that the account itself sent it: one of a relayer has the relayer's nonce.
 * @throws what the node answers; answerInvalid
 */
export async function readTransactionState(
  { request: ask }: Pick<Chain, 'request'>,
  { hash, address, ...before }: PendingTransaction,
  { countUsed, hasCode }: AccountFacts,
): Promise<TransactionState> {
  // before the receipt: if the nonce is used by then and there is no receipt, another transaction
  // used the nonce
  const used = await countUsed()
  const receipt = partsOf(await ask('eth_getTransactionReceipt', [hash]))
  if (receipt) {
    const block = partsOf(await ask('eth_getBlockByNumber', [receipt['blockNumber'], false]))
    const shownSender = shownOf(receipt, address)
    const hasSucceeded =
      numberOf(receipt['status']) === 1 && !reportsFailure(receipt['logs'], address)
    return {
      kind: hasSucceeded ? 'mined' : 'failed',
      nonce: shownSender === 'own' ? before.nonce : undefined,
      shown: shownSender,
      blockTime: block && numberOf(block['timestamp']) * 1_000,
    }
  }
  const known = partsOf(await ask('eth_getTransactionByHash', [hash]))
  const shownSender = known ? shownOf(known, address) : before.shown
  const nonce = shownSender !== 'own' ? undefined : known ? numberOf(known['nonce']) : before.nonce
  const isMined = typeof known?.['blockHash'] === 'string' // its receipt comes
  if (nonce !== undefined && nonce < used && !isMined)
    return { kind: 'overtaken', nonce, shown: shownSender }
  return known
    ? { kind: 'waiting', nonce, shown: shownSender }
    : { kind: 'unknown', hasCode: await hasCode() }
}

/** By whom a transaction was sent, by the `from` of the transaction or of its receipt. */
export const shownOf = ({ from }: Record<string, unknown>, address: string): ShownSender =>
  typeof from === 'string' && isSameAddress(from, address) ? 'own' : 'other'

/**
 * Whether an account has code: that of a contract, or of one that it has named (EIP-7702).
 * eth_getCode
 */
export async function readHasCode(
  { request: ask }: Pick<Chain, 'request'>,
  address: string,
): Promise<boolean> {
  const code = await ask('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string') throw kitError('answerInvalid')
  return /[1-9a-f]/i.test(code.slice(2))
}

/** The number of nonces that an account has used, by the end of a block. */
export async function countNonces(
  { request: ask }: Pick<Chain, 'request'>,
  address: string,
  block = 'latest',
): Promise<number> {
  return numberOf(await ask('eth_getTransactionCount', [address, block]))
}

/** The parts of a node's answer; undefined if the node knows nothing. @throws answerInvalid */
export function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') throw kitError('answerInvalid')
  return value as Record<string, unknown> // an object: missing parts read as undefined
}
