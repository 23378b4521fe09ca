import type { Indexer } from './chainStatus.ts'
import { IndexedChainWorker } from './IndexedChainWorker.ts'
import { untilDone } from './untilDone.ts'
import type { Chain } from '../chains/chainReader.ts'
import type { IndexedChain, IndexerOptions } from './followIndexed.ts'

/** Milliseconds between two attempts to open the database. */
const openPause = 2_000

/** The chains that the operator wants to index, and whose readers can read blocks. */
export function indexedAmong(chains: readonly Chain[]): IndexedChain[] {
  return chains.flatMap(({ networkId, index, reader: { history } }) =>
    index && history.kind === 'blocks' ? [{ networkId, index, reader: { history } }] : [],
  )
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
    index: async (networkId) => (await workers.get(networkId)?.standing())?.index,
    standing: async (networkId) => workers.get(networkId)?.standing(),
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
