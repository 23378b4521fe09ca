import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import type { Database } from '@latchkey/server/db/database'
import type { Metrics } from '../metrics.ts'
import type { Batch } from './followChain.ts'
import type { ChainHealth } from './chainStatus.ts'
import { IndexedChainWorker } from './IndexedChainWorker.ts'
import { untilDone } from './untilDone.ts'
import type { BlockHistory, Chain, ChainConfig, IndexConfig } from '../chains/chainReader.ts'

/** Milliseconds between two attempts to open the database. */
const openPause = 2_000

/** A chain that is indexed. */
export type IndexedChain = Pick<ChainConfig, 'networkId'> & {
  index: IndexConfig
  reader: { history: Pick<BlockHistory, 'source' | 'watchPrices'> }
}

/** The chains that the operator wants to index, and whose readers can read blocks. */
export function indexedAmong(chains: readonly Chain[]): IndexedChain[] {
  return chains.flatMap(({ networkId, index, reader: { history } }) =>
    index && history.kind === 'blocks' ? [{ networkId, index, reader: { history } }] : [],
  )
}

/** Indexes chains in the background. */
export type Indexer = {
  /**
   * The index of a chain. Undefined
   * - until the database is open,
   * - for a chain that is not indexed,
   * - until the index has reached the chain's newest block for the first time, because an
   *   incomplete index would hide transactions,
   * - while the nodes' chain differs from the indexed chain.
   * @throws DatabaseError, here and in its queries
   */
  index(networkId: string): Promise<ChainIndex | undefined>
  /**
   * Whether the index may lack the newest blocks: no node has confirmed the head since the start,
   * nodes have not answered for a while, or the index is far behind.
   */
  isBehind(networkId: string): boolean
  /** The state of each chain's index, as far as this process knows it. */
  health(): Readonly<Record<string, ChainHealth>>
  /** Polls the chain now. Resolves when all its present blocks are indexed. */
  settled(networkId: string): Promise<void>
  /** Stops all work and closes the database. */
  close(): Promise<void>
}

export type IndexerOptions = {
  open: () => Promise<Database>
  chains: readonly IndexedChain[]
  now: () => number
  batch?: Batch
  metrics: Metrics
  /** Is called at the first of several consecutive failures. */
  onFailure: (error: Error) => void
}

/**
 * Starts to index the chains. It opens the database, and leads each chain that no other process
 * leads.
 */
export function createIndexer(options: IndexerOptions): Indexer {
  const { chains, open, onFailure } = options
  const stop = new AbortController()
  const workers = new Map(
    chains.map((chain) => [
      chain.networkId as string,
      new IndexedChainWorker(chain, options, stop.signal),
    ]),
  )

  async function run(): Promise<void> {
    const pauses = { first: openPause, max: openPause, stop: stop.signal, onFailure }
    const database = await untilDone(pauses, open)
    if (!database) return
    try {
      await Promise.all([...workers.values()].map((worker) => worker.run(database)))
    } finally {
      await database.close()
    }
  }

  const running = run().catch((error: unknown) => error instanceof Error && onFailure(error))
  return {
    index: async (networkId) => workers.get(networkId)?.index(),
    isBehind: (networkId) => workers.get(networkId)?.health() === 'behind',
    health: () =>
      Object.fromEntries([...workers].map(([networkId, worker]) => [networkId, worker.health()])),
    settled: (networkId) => workers.get(networkId)?.settled() ?? Promise.resolve(),
    async close() {
      stop.abort()
      await running
    },
  }
}
