import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import type { BlockHistory, PastPrices } from '../chains/chainReader.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { SourceDownError, type HistorySource, type SourcePage } from './historySource.ts'
import type { ChainConfig } from '../chains/chainConfig.ts'
import type { Indexer } from '../indexer/chainStatus.ts'

/** Milliseconds for which a page is cached, unless a new block arrives. */
const lifetime = 60_000
/** Maximum of cached pages. A page has at most some 100 kB. */
const max = 300

/**
 * Makes the source of a history that reads this service's index.
 * @param indexer its `index` is undefined until the index is complete
 */
export function createIndexSource(
  chain: Pick<ChainConfig, 'networkId'>,
  { pricesIn }: Pick<BlockHistory['entries'], 'pricesIn'>,
  indexer: Pick<Indexer, 'index' | 'isBehind'>,
  now: () => number,
): HistorySource {
  const pages = createSharedCache<SourcePage>({ lifetime, max, now })
  const prices = createSharedCache<PastPrices>({ lifetime, max, now })

  async function open(): Promise<ChainIndex> {
    const found = await indexer.index(chain.networkId)
    if (!found) throw new SourceDownError('The chain is still being indexed')
    return found
  }

  return {
    name: 'index',
    async page(account, start, limit, signal) {
      const opened = await open()
      const isBehind = indexer.isBehind(chain.networkId)
      const head = await opened.head()
      const page = await pages.get(
        JSON.stringify([head?.hash, account, start, limit]),
        async () => {
          const found = await opened.transactionsOf(account, start, limit + 1)
          return { transactions: found.slice(0, limit), isLast: found.length <= limit }
        },
        signal,
      )
      return { ...page, isBehind }
    },
    async pricesAt(blocks, signal) {
      if (!pricesIn) return new Map()
      const opened = await open()
      const head = await opened.head()
      return prices.get(
        JSON.stringify([head?.hash, blocks]),
        async () => {
          const held = await opened.reservesAt(blocks)
          return new Map(held.map(({ block, reserves }) => [block, pricesIn(reserves)]))
        },
        signal,
      )
    },
    recipientsOf: async (account, transactions) =>
      (await open()).recipientsOf(account, transactions),
  }
}
