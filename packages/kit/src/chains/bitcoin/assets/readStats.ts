import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import { countOf, satoshiOf } from '../esplora/answers.ts'
import type { Esplora } from '../esplora/esplora.ts'

/** Sums over the transactions of an address: in satoshi, and their number. */
type Sums = { received: bigint; spent: bigint; count: number }

/** The sums of the transactions in blocks, and of those that wait. */
export type Stats = { mined: Sums; waiting: Sums }

/**
 * The sums of an address. Source: GET /address/:address
 * @throws KitError answerInvalid, also where more was spent than received; the node's errors
 */
export async function readStats(esplora: Esplora, address: string): Promise<Stats> {
  const { chain_stats, mempool_stats } = partsOf(await esplora.get(`/address/${address}`))
  const [mined, waiting] = [sumsIn(chain_stats), sumsIn(mempool_stats)]
  if (mined.spent > mined.received) throw kitError('answerInvalid')
  return { mined, waiting }
}

function sumsIn(value: unknown): Sums {
  const { funded_txo_sum, spent_txo_sum, tx_count } = partsOf(value)
  // the sums count a coin again each time it moves, so they may exceed all coins that exist
  const whole = (sum: unknown) => BigInt(countOf(sum))
  return { received: whole(funded_txo_sum), spent: whole(spent_txo_sum), count: countOf(tx_count) }
}

/**
 * The amount that the transactions in blocks have left at an address, in satoshi.
 * @throws KitError answerInvalid
 */
export const minedOf = ({ mined }: Stats): bigint => satoshiOf(Number(mined.received - mined.spent))
