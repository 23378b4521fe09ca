import { sumOf } from '../chain/connectBlock.ts'
import { ok } from './answer.ts'
import type { Route } from './route.ts'

/** How many new transactions are shown. */
const recentSize = 10

/**
 * Satoshis a virtual byte, by the number of blocks to wait. They are made up, so that the speeds
 * which an app offers differ.
 */
export const feeEstimates: Readonly<Record<number, number>> = {
  ...Object.fromEntries(Array.from({ length: 25 }, (_, index) => [index + 1, rateAt(index + 1)])),
  144: 1.1,
  504: 1,
  1_008: 1,
}

function rateAt(blocks: number): number {
  return blocks === 1 ? 12.4 : Math.max(1.5, Math.round(180 / (blocks + 15)) - 1)
}

/** The paths about what waits, and about fees. */
export const mempoolRoutes: readonly Route[] = [
  [/^\/fee-estimates$/, () => ok(feeEstimates)],
  [/^\/mempool\/txids$/, ({ chain }) => ok([...chain.mempool.keys()])],
  [
    /^\/mempool\/recent$/,
    ({ chain }) =>
      ok(
        [...chain.mempool.values()]
          .toReversed()
          .slice(0, recentSize)
          .map(({ transaction: { txid, vsize, outputs }, fee }) => ({
            txid,
            fee: Number(fee),
            vsize,
            value: Number(sumOf(outputs)),
          })),
      ),
  ],
  [
    /^\/mempool$/,
    ({ chain }) => {
      const entries = [...chain.mempool.values()]
      return ok({
        count: entries.length,
        vsize: entries.reduce((total, { transaction }) => total + transaction.vsize, 0),
        total_fee: entries.reduce((total, { fee }) => total + Number(fee), 0),
        fee_histogram: [],
      })
    },
  ],
]
