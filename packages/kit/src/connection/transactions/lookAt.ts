import { kitError } from '../../core/errors.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'

/** One question to the node of the transaction's network. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * What a node says of a transaction: it is in a block (`blockTime` in milliseconds), it waits, another one has used its nonce, or
 * the node does not know it.
 */
export type Sight =
  | { kind: 'mined' | 'failed'; nonce: number | undefined; blockTime: number | undefined }
  | { kind: 'waiting' | 'overtaken'; nonce: number }
  | { kind: 'unknown' }

/**
 * Looks for a transaction on its chain. `countUsed` gives how many nonces its sender has used by now.
 * @throws what the node answers; answerInvalid
 */
export async function lookAt(ask: Ask, { hash, nonce }: PendingTransaction, countUsed: () => Promise<number>): Promise<Sight> {
  const used = await countUsed() // before the receipt: a nonce that is used by then and has none was used by another transaction
  const receipt = partsOf(await ask('eth_getTransactionReceipt', [hash]))
  if (receipt) {
    const block = partsOf(await ask('eth_getBlockByNumber', [receipt['blockNumber'], false]))
    return { kind: toNumber(receipt['status']) === 1 ? 'mined' : 'failed', nonce, blockTime: block && toNumber(block['timestamp']) * 1_000 }
  }
  const known = partsOf(await ask('eth_getTransactionByHash', [hash]))
  const own = known ? toNumber(known['nonce']) : nonce
  if (own !== undefined && own < used) return { kind: 'overtaken', nonce: own }
  return known && own !== undefined ? { kind: 'waiting', nonce: own } : { kind: 'unknown' }
}

/** How many nonces an account has used, by the end of a block. */
export async function countNonces(ask: Ask, address: string, block = 'latest'): Promise<number> {
  return toNumber(await ask('eth_getTransactionCount', [address, block]))
}

/** The parts of what a node tells; undefined where it knows nothing. @throws answerInvalid */
export function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') throw kitError('answerInvalid')
  return value as Record<string, unknown> // an object: missing parts read as undefined
}

/** A quantity of JSON-RPC. @throws answerInvalid */
export function toNumber(value: unknown): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw kitError('answerInvalid')
  return number
}
