import { withLimit } from '@latchkey/server/waiting'
import type { Hex, PageStart } from '../chainIndex/chainIndex.ts'
import type { Indexer } from '../indexer/createIndexer.ts'
import type { Metrics } from '../metrics.ts'
import type { Chain } from '../providers/chain.ts'
import { createBlockscoutSource } from './blockscoutSource.ts'
import { createEtherscanSource } from './etherscanSource.ts'
import { SourceDownError, type HistorySource, type SourcePage } from './historySource.ts'
import { createIndexSource } from './indexSource.ts'

/**
 * Milliseconds that another service has for a page. A page of the index has no limit; each of its
 * queries has one (`limitReads.ts`).
 */
const timeLimit = 8_000

/** A page and its source. */
export type ChainPage = SourcePage & { source: HistorySource }

/** The histories of the chains that have one. */
export type Histories = {
  has(chain: Chain): boolean
  /**
   * Requests the chain's sources in their order until one answers.
   * @throws SourceDownError when none does; the signal's reason
   */
  page(
    chain: Chain,
    account: Hex,
    start: PageStart,
    limit: number,
    signal: AbortSignal,
  ): Promise<ChainPage>
}

/**
 * Puts the sources of every chain in order: this service's index, then other services in the
 * operator's order.
 */
export function createHistories(options: {
  chains: readonly Chain[]
  indexer: Indexer | undefined
  fetch: typeof fetch
  now: () => number
  metrics: Metrics
}): Histories {
  const { metrics } = options
  const sources = new Map(
    options.chains.map((chain) => [chain.networkId, sourcesOf(chain, options)]),
  )
  const of = (chain: Chain) => sources.get(chain.networkId) ?? []

  return {
    has: (chain) => of(chain).length > 0,
    async page(chain, account, start, limit, signal) {
      let cause: unknown
      for (const source of of(chain)) {
        const count = (answered: boolean) =>
          metrics
            .history({ chain: chain.networkId, source: source.name, answered: String(answered) })
            .add()
        try {
          const page = await source.page(account, start, limit, signal)
          count(true)
          return { ...page, source }
        } catch (error) {
          signal.throwIfAborted()
          count(false)
          cause = error
        }
      }
      throw new SourceDownError('No source of the history answered', { cause })
    },
  }
}

function sourcesOf(
  chain: Chain,
  {
    indexer,
    fetch,
    now,
  }: { indexer: Indexer | undefined; fetch: typeof globalThis.fetch; now: () => number },
): HistorySource[] {
  const own = chain.index && indexer ? [createIndexSource(chain, indexer, now)] : []
  const creators = { blockscout: createBlockscoutSource, etherscan: createEtherscanSource }
  return [
    ...own,
    ...(chain.namespace === 'eip155' ? chain.historyApis : []).map((api) =>
      limited(creators[api.kind]({ ...api, networkId: chain.networkId, fetch })),
    ),
  ]
}

function limited(source: HistorySource): HistorySource {
  return {
    ...source,
    page: (account, start, limit, signal) =>
      withLimit(timeLimit, signal, (stop) => source.page(account, start, limit, stop)),
  }
}
