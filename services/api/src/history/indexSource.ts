import type { BlockHistory, PastPrices } from '../chains/chainReader.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { SourceDownError, type HistorySource, type SourcePage } from './historySource.ts'
import type { ChainConfig } from '../chains/chainConfig.ts'
import type { Indexer, ServedIndex } from '../indexer/chainStatus.ts'

/** Milliseconds for which a page is cached, unless a new block arrives. */
const lifetime = 60_000
/** Maximum of cached pages. A page has at most some 100 kB. */
const max = 300

/**
 * Makes the source of a history that reads this service's index.
 * @param indexer its `standing` is undefined until the index is complete
 */
export function createIndexSource(
  chain: Pick<ChainConfig, 'networkId'>,
  { pricesIn }: Pick<BlockHistory['entries'], 'pricesIn'>,
  indexer: Pick<Indexer, 'standing' | 'isBehind'>,
  now: () => number,
): HistorySource {
  const pages = createSharedCache<SourcePage>({ lifetime, max, now })
  const prices = createSharedCache<PastPrices>({ lifetime, max, now })

  async function open(): Promise<ServedIndex> {
    const found = await indexer.standing(chain.networkId)
    if (!found) throw new SourceDownError('The chain is still being indexed')
    return found
  }

  return {
    name: 'index',
    async page(account, start, limit, signal) {
      const { index, head } = await open()
      const isBehind = indexer.isBehind(chain.networkId)
      const page = await pages.get(
        JSON.stringify([head?.hash, account, start, limit]),
        async () => {
          const found = await index.transactionsOf(account, start, limit + 1)
          return { transactions: found.slice(0, limit), isLast: found.length <= limit }
        },
        signal,
      )
      return { ...page, isBehind }
    },
    async pricesAt(blocks, signal) {
      if (!pricesIn || blocks.length === 0) return new Map()
      const { index, head } = await open()
      return prices.get(
        JSON.stringify([head?.hash, blocks]),
        async () => {
          const held = await index.reservesAt(blocks)
          return new Map(held.map(({ block, reserves }) => [block, pricesIn(reserves)]))
        },
        signal,
      )
    },
    recipientsOf: async (account, transactions) =>
      transactions.length === 0 ? [] : (await open()).index.recipientsOf(account, transactions),
  }
}
