import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import type { CheckedChain } from '../options.ts'
import { pricesOf } from '../providers/prices.ts'
import { SourceDownError, type HistorySource } from './historySource.ts'

/**
 * The history that this service has indexed.
 * @param index undefined as long as it is not complete
 */
export function createIndexSource(chain: CheckedChain, index: () => Promise<ChainIndex | undefined>): HistorySource {
  async function open(): Promise<ChainIndex> {
    const found = await index()
    if (!found) throw new SourceDownError('The chain is still being indexed')
    return found
  }

  return {
    name: 'index',
    async page(account, start, limit) {
      const found = await (await open()).transactionsOf(account, start, limit + 1)
      return { transactions: found.slice(0, limit), isLast: found.length <= limit }
    },
    async pricesAt(blocks) {
      const opened = await open()
      const [pools, held] = await Promise.all([opened.pools(), opened.reservesAt(blocks)])
      const byAddress = new Map(pools.map((pool) => [pool.address, pool]))
      return new Map(held.map(({ block, reserves }) => [block, pricesOf(chain, reserves.flatMap((one) => {
        const pool = byAddress.get(one.pool)
        return pool ? [{ ...pool, ...one }] : []
      }))]))
    },
  }
}
