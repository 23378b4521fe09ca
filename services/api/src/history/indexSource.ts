import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import type { CheckedChain } from '../options.ts'
import { pricesOf } from '../providers/prices.ts'
import { SourceDownError, type HistorySource } from './historySource.ts'

/**
 * The history that this service has indexed.
 * @param index undefined as long as the database is not open
 */
export function createIndexSource(chain: CheckedChain, index: () => ChainIndex | undefined): HistorySource {
  let isComplete = false

  async function open(): Promise<ChainIndex> {
    const found = index()
    if (!found) throw new SourceDownError('The database is not open')
    isComplete ||= await found.isComplete()
    if (!isComplete) throw new SourceDownError('The chain is still being indexed')
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
