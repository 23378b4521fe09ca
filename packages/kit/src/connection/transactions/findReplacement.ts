import { countNonces, partsOf, toNumber } from './lookAt.ts'
import type { Ask } from './lookAt.ts'

/** Blocks that are searched at first, whose state every node has, and at the most. */
const spans = { first: 127, most: 65_536 } as const

/** What has used a nonce: its hash, and whether it does nothing but that, which is how wallets cancel. */
export type Replacement = { hash: string; isCancellation: boolean }

/**
 * Finds the transaction that has used a nonce: halves the last blocks until the one is left in which the count of the sender
 * passed it. Undefined where that was too long ago for the node.
 * @throws what the node answers; answerInvalid
 */
export async function findReplacement(ask: Ask, { address, nonce }: { address: string; nonce: number }): Promise<Replacement | undefined> {
  const isUsedBy = async (block: number) => (await countNonces(ask, address, toHex(block))) > nonce
  let high = toNumber(await ask('eth_blockNumber', []))
  let low = Math.max(0, high - spans.first)
  for (let span: number = spans.first; await isUsedBy(low); low = Math.max(0, low - span)) {
    if (span > spans.most || low === 0) return undefined
    high = low
    span *= 8
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isUsedBy(middle)) high = middle
    else low = middle
  }
  const block = partsOf(await ask('eth_getBlockByNumber', [toHex(high), true]))
  return transactionsOf(block).flatMap((one) => readReplacement(one, address, nonce))[0]
}

function transactionsOf(block: Record<string, unknown> | undefined): readonly unknown[] {
  const transactions = block?.['transactions']
  return Array.isArray(transactions) ? transactions : []
}

function readReplacement(transaction: unknown, address: string, nonce: number): readonly Replacement[] {
  const { hash, from, to, value, input, nonce: own } = (typeof transaction === 'object' && partsOf(transaction)) || {}
  const isOurs = typeof from === 'string' && from.toLowerCase() === address.toLowerCase() && toNumber(own) === nonce
  if (!isOurs || typeof hash !== 'string') return []
  const isToSelf = typeof to === 'string' && to.toLowerCase() === from.toLowerCase()
  return [{ hash, isCancellation: isToSelf && Number(value) === 0 && (input === '0x' || input === undefined) }]
}

const toHex = (block: number) => `0x${block.toString(16)}`
