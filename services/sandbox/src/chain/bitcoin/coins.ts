import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/listOf'
import type { Esploras } from './esploras.ts'

/** All coins that can ever exist, in satoshi. */
const allCoins = 2_100_000_000_000_000
/** Maximum of coins of the treasury that are read. */
const maxCoins = 5_000
/**
 * Satoshi per virtual byte: `min` is what nodes relay, `max` is more than test networks have
 * ever needed, and the factor lets a payout be mined although fees rise.
 */
const rates = { min: 1, max: 500, factor: 2 }

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const satoshi = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(allCoins))
const sum = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))

const coins = listOf(
  v.object({
    txid: hash,
    vout: index,
    value: satoshi,
    status: v.object({ confirmed: v.boolean() }),
  }),
  maxCoins,
)
const address = v.object({ chain_stats: v.object({ funded_txo_sum: sum, spent_txo_sum: sum }) })
const estimates = v.record(v.string(), v.pipe(v.number(), v.finite(), v.minValue(0)))

/** An unspent output of the treasury. `value`: in satoshi. */
export type Coin = { txid: string; vout: number; value: bigint }

/** Names a coin by its transaction and its place in it. */
export const coinId = ({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string => `${txid}:${vout}`

/** The coins of an address that are in blocks. @throws NodesError */
export async function readCoins(
  esploras: Esploras,
  owner: string,
  signal: AbortSignal,
): Promise<Coin[]> {
  const found = await esploras.read(`/address/${owner}/utxo`, coins, signal)
  return found.flatMap(({ txid, vout, value, status }) =>
    status.confirmed ? [{ txid, vout, value: BigInt(value) }] : [],
  )
}

/** What an address has in blocks, in satoshi. @throws NodesError */
export async function readConfirmed(
  esploras: Esploras,
  owner: string,
  signal: AbortSignal,
): Promise<bigint> {
  const { chain_stats } = await esploras.read(`/address/${owner}`, address, signal)
  return BigInt(Math.max(0, chain_stats.funded_txo_sum - chain_stats.spent_txo_sum))
}

/**
 * The fee that a payout should offer, in whole satoshi per virtual byte: more than is estimated for
 * the next block.
 * @throws NodesError
 */
export async function readFeeRate(esploras: Esploras, signal: AbortSignal): Promise<number> {
  const found = await esploras.read('/fee-estimates', estimates, signal)
  const rate = Math.ceil((found['1'] ?? found['2'] ?? 0) * rates.factor)
  return Math.min(Math.max(rate, rates.min), rates.max)
}
