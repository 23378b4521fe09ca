import { withLimit } from '@latchkey/server/waiting'
import type { HistoryEntry } from '@latchkey/protocol/history'
import type { CursorPlace, PageStart } from '../chainIndex/chainIndex.ts'
import type { Account, Chain, FinishedHistory } from '../chains/chainReader.ts'
import { soleKey } from '../chains/soleKey.ts'
import type { Metrics } from '../metrics.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import { SourceDownError, type HistorySource } from './historySource.ts'
import { createIndexSource } from './indexSource.ts'
import { toEntries } from './toEntries.ts'
import { pageLimit } from './withinLimit.ts'
import type { Indexer } from '../indexer/chainStatus.ts'

/** A row of a history. `minedAt` is in seconds since 1970. */
export type HistoryRow = CursorPlace & { minedAt: number }

/** A page of a chain's history, newest first, and the source that it comes from. */
export type ChainPage = {
  source: { name: string }
  rows: readonly HistoryRow[]
  /** Whether no older rows exist. */
  isLast: boolean
  /** Whether the newest rows may be missing. @default false */
  isBehind?: boolean
  /**
   * The wire form of some of the rows, in order.
   * @param options.base the service's URL
   * @throws SourceDownError when the chain cannot describe them now
   */
  entries(
    rows: readonly HistoryRow[],
    options: { base: string; signal: AbortSignal },
  ): Promise<readonly HistoryEntry[]>
}

/** Reads the histories of all chains that have one. */
export type Histories = {
  has(chain: Chain): boolean
  /**
   * A page from the first of the chain's sources that answers.
   * @throws SourceDownError when no source answers; the signal's reason
   */
  page(
    chain: Chain,
    account: Account,
    start: PageStart,
    limit: number,
    signal: AbortSignal,
  ): Promise<ChainPage>
}

type Parts = {
  indexer: Indexer | undefined
  readNfts: NftReader
  now: () => number
}

/** A source of a chain's history. */
type PageSource = { name: string; page: ReadPage }
type ReadPage = (
  account: Account,
  start: PageStart,
  limit: number,
  signal: AbortSignal,
) => Promise<Omit<ChainPage, 'source'>>

/**
 * Makes the histories. Each chain has a list of sources: the service's own index, and then other
 * services in the operator's order. A finished history is the only source of its chain.
 */
export function createHistories({
  chains,
  metrics,
  ...parts
}: Parts & { chains: readonly Chain[]; metrics: Metrics }): Histories {
  const sources = new Map(chains.map((chain) => [chain.networkId, sourcesOf(chain, parts)]))
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

function sourcesOf(chain: Chain, parts: Parts): PageSource[] {
  const { history } = chain.reader
  if (history.kind === 'finished') return [finished(history)]
  const own =
    chain.index && parts.indexer
      ? [createIndexSource(chain, history.entries, parts.indexer, parts.now)]
      : []
  return [...own, ...history.others].map((source) => described(chain, source, parts))
}

/** Makes a source of pages from a source of transactions, which the service describes. */
function described(chain: Chain, source: HistorySource, { readNfts }: Parts): PageSource {
  return {
    name: source.name,
    async page(account, start, limit, signal) {
      const key = soleKey(account)
      const { transactions, ...page } = await source.page(key, start, limit, signal)
      return {
        ...page,
        rows: transactions,
        entries: (rows, options) =>
          toEntries(
            rows.flatMap((row) => transactions.find((transaction) => transaction === row) ?? []),
            { ...options, chain, account: key, source, readNfts },
          ),
      }
    },
  }
}

/** Makes a source of pages from a source of finished rows. */
function finished(history: FinishedHistory): PageSource {
  return {
    name: history.name,
    async page(account, start, limit, signal) {
      const page = await withLimit(pageLimit, signal, (stop) =>
        history.page(account, start, limit, stop),
      )
      return {
        ...page,
        entries: async (rows, { base }) =>
          rows
            .flatMap((row) => page.rows.find((own) => own === row) ?? [])
            .map((row) => row.entry(base)),
      }
    },
  }
}
