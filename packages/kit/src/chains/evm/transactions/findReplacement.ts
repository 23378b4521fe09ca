import { isObject } from '@latchkey/protocol/isObject'
import type { Replacement } from '../../../core/contracts/facets/transactions.ts'
import { numberOf, toQuantity } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'
import { countNonces, partsOf } from './readTransactionState.ts'

type ChainReader = Pick<Chain, 'request'>

/**
 * Numbers of latest blocks. The `first` blocks are searched first, because most nodes have their
 * state; then more blocks, up to about `max`. If the node lacks the state, the latest `read` blocks
 * are read one by one.
 */
const spans = { first: 127, max: 65_536, read: 48 } as const
/** The maximum difference between the clocks of browsers and chains, in milliseconds. */
const clockTolerance = 60_000

type NoncePosition = { address: string; nonce: number; sentAt: number }

/**
 * Finds the transaction that used a nonce. It is in the block in which the sender's count of nonces
 * grew beyond this nonce. If the node does not know earlier counts, the latest blocks are searched.
 * Undefined if the nonce was used too long ago.
 * @throws KitError answerInvalid; the node's errors
 */
export async function findReplacement(
  chain: ChainReader,
  position: NoncePosition,
): Promise<Replacement | undefined> {
  const latest = numberOf(await chain.request('eth_blockNumber', []))
  // an error most likely means that the node no longer has the state of an earlier block
  const match = await findBlock(chain, position, latest).catch(() => 'unknown' as const)
  if (match === undefined) return undefined
  return match === 'unknown'
    ? readBackwards(chain, position, latest)
    : readBlock(await blockAt(chain, match), position)
}

/** Finds the block in which the sender used the nonce, by bisection. */
async function findBlock(
  chain: ChainReader,
  { address, nonce }: NoncePosition,
  latest: number,
): Promise<number | undefined> {
  const isUsedBy = async (block: number) =>
    (await countNonces(chain, address, toQuantity(block))) > nonce
  let high = latest
  let low = Math.max(0, high - spans.first)
  for (let span: number = spans.first; await isUsedBy(low); low = Math.max(0, low - span)) {
    if (span > spans.max || low === 0) return undefined
    high = low
    span *= 8
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isUsedBy(middle)) high = middle
    else low = middle
  }
  return high
}

/** Reads the latest blocks one by one, back to the time at which the transaction was sent. */
async function readBackwards(
  chain: ChainReader,
  position: NoncePosition,
  latest: number,
): Promise<Replacement | undefined> {
  for (let number = latest; number > Math.max(0, latest - spans.read); number--) {
    const block = await blockAt(chain, number)
    const match = readBlock(block, position)
    if (match || !block || numberOf(block['timestamp']) * 1_000 < position.sentAt - clockTolerance)
      return match
  }
  return undefined
}

const blockAt = async (chain: ChainReader, number: number) =>
  partsOf(await chain.request('eth_getBlockByNumber', [toQuantity(number), true]))

function readBlock(
  block: Record<string, unknown> | undefined,
  position: NoncePosition,
): Replacement | undefined {
  return transactionsOf(block).flatMap((transaction) => readReplacement(transaction, position))[0]
}

function transactionsOf(block: Record<string, unknown> | undefined): readonly unknown[] {
  const transactions = block?.['transactions']
  return Array.isArray(transactions) ? transactions : []
}

function readReplacement(
  transaction: unknown,
  { address, nonce }: NoncePosition,
): readonly Replacement[] {
  const { hash, from, to, value, input, nonce: own } = isObject(transaction) ? transaction : {}
  const isOurs =
    typeof from === 'string' &&
    from.toLowerCase() === address.toLowerCase() &&
    numberOf(own) === nonce
  if (!isOurs || typeof hash !== 'string') return []
  const isToSelf = typeof to === 'string' && to.toLowerCase() === from.toLowerCase()
  return [
    {
      hash,
      isCancellation: isToSelf && Number(value) === 0 && (input === '0x' || input === undefined),
    },
  ]
}
