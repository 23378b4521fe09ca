import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import type { Database, Leadership } from '../db/database.ts'
import type { Metrics } from '../metrics.ts'
import type { Chain } from '../providers/chain.ts'
import { createNodes } from '../providers/nodes.ts'
import { createChainSource } from './chainSource.ts'
import { createFollower, type Batch } from './followChain.ts'
import { startPriceWatch } from './priceWatch.ts'
import { createRest } from './rest.ts'

/** Milliseconds: between two tries to open the database or to lead; of the first pause after a failure, which doubles, and the longest. */
const pauses = { open: 2_000, lead: 5_000, failure: 500, failureMost: 30_000 }
/** Bytes of one answer: a busy block with its traces. */
const mostBytes = 128 * 1024 * 1024

/** A chain to index. */
export type IndexedChain = Chain & { index: { startBlock: number; pollEvery: number } }

/** Follows chains in the background. */
export type Indexer = {
  /**
   * What is indexed of a chain; undefined as long as the database is not open, for a chain that is not indexed, and until the
   * index has reached the chain's newest block for the first time: before, it would say that what is missing is not there.
   */
  index(networkId: string): Promise<ChainIndex | undefined>
  /** Looks at the chain now, and resolves when everything that is there now is indexed. */
  settled(networkId: string): Promise<void>
  /** Ends what is under way and closes the database. */
  close(): Promise<void>
}

export type IndexerOptions = {
  open: () => Promise<Database>
  chains: readonly IndexedChain[]
  fetch: typeof fetch
  /** Milliseconds that a node has for one answer. */
  timeLimit: number
  now: () => number
  batch?: Batch
  metrics: Metrics
  /** Hears of the first of several failures in a row. */
  onFailure: (error: Error) => void
}

/** Starts to follow the chains: opens the database, and leads for every chain that no other process leads. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { chains, onFailure } = options
  const stop = new AbortController()
  const rests = new Map(chains.map((chain) => [chain.networkId as string, createRest()]))
  const indexes = new Map<string, ChainIndex>()
  const complete = new Set<string>()

  /** Does something again and again until it succeeds or the indexer ends. */
  async function untilDone<value>(pause: number, most: number, work: () => Promise<value>, rest: ReturnType<typeof createRest>): Promise<value | undefined> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      try {
        return await work()
      } catch (error) {
        if (stop.signal.aborted) return undefined
        if (failures === 0 && error instanceof Error) onFailure(error)
        await rest.pause(Math.min(most, pause * 2 ** failures), stop.signal)
      }
    }
    return undefined
  }

  async function run(): Promise<void> {
    const database = await untilDone(pauses.open, pauses.open, options.open, createRest())
    if (!database) return
    try {
      await Promise.all(chains.map((chain) => lead(database, chain)))
    } finally {
      await database.close()
    }
  }

  async function lead(database: Database, chain: IndexedChain): Promise<void> {
    const rest = rests.get(chain.networkId) ?? createRest()
    const index = await untilDone(pauses.failure, pauses.failureMost, () => openChainIndex(database.queries, chain.networkId, chain.index.startBlock), rest)
    if (!index) return
    indexes.set(chain.networkId, index)
    while (!stop.signal.aborted) {
      const leadership = await untilDone(pauses.failure, pauses.failureMost, () => database.lead(`index ${chain.networkId}`), rest)
      if (leadership) await follow(chain, index, leadership, rest)
      else await rest.pause(pauses.lead, stop.signal)
    }
  }

  async function follow(chain: IndexedChain, index: ChainIndex, { lost, release }: Leadership, rest: ReturnType<typeof createRest>): Promise<void> {
    const signal = AbortSignal.any([stop.signal, lost])
    const failures = options.metrics.failures({ chain: chain.networkId })
    let failed = 0
    let step: (() => Promise<boolean>) | undefined
    let isComplete = false
    while (!signal.aborted) {
      const asked = rest.take()
      try {
        step ??= await begin(chain, index, signal)
        const isThere = await step()
        failed = 0
        if (!isThere) {
          rest.giveBack(asked)
          continue
        }
        if (!isComplete) await index.setComplete()
        isComplete = true
        asked.forEach((settle) => settle())
        await rest.pause(chain.index.pollEvery, signal)
      } catch (error) {
        if (signal.aborted) break
        failures.add()
        if (failed === 0 && error instanceof Error) onFailure(error)
        await rest.pause(Math.min(pauses.failureMost, pauses.failure * 2 ** failed), signal)
        failed += 1
        rest.giveBack(asked)
      }
    }
    await release().catch(() => {}) // a lock whose connection is gone is free
  }

  async function begin(chain: IndexedChain, index: ChainIndex, signal: AbortSignal): Promise<() => Promise<boolean>> {
    const nodes = createNodes({ urls: chain.rpcUrls, fetch: options.fetch, timeLimit: options.timeLimit, mostBytes })
    const watch = await startPriceWatch(chain, index, signal)
    const follower = createFollower({ index, source: createChainSource(nodes), startBlock: chain.index.startBlock, ...watch, progress: progressOf(options.metrics, chain.networkId), batch: options.batch, now: options.now })
    return () => follower.step(signal)
  }

  const running = run().catch((error: unknown) => error instanceof Error && onFailure(error))
  return {
    async index(networkId) {
      const index = indexes.get(networkId)
      if (index && !complete.has(networkId) && (await index.isComplete())) complete.add(networkId)
      return complete.has(networkId) ? index : undefined
    },
    settled: (networkId) => rests.get(networkId)?.ask() ?? Promise.resolve(),
    async close() {
      stop.abort()
      await running
    },
  }
}

function progressOf(metrics: Metrics, chain: string) {
  const labels = { chain }
  return {
    added(blocks: readonly { number: number; isTraced: boolean; transfers: readonly unknown[] }[], newest: number) {
      metrics.indexedBlocks(labels).add(blocks.length)
      metrics.indexedTransfers(labels).add(blocks.reduce((sum, block) => sum + block.transfers.length, 0))
      metrics.untraced(labels).add(blocks.filter(({ isTraced }) => !isTraced).length)
      metrics.head(labels).set(blocks.at(-1)?.number ?? 0)
      metrics.newest(labels).set(newest)
    },
    takenBack: (blocks: number) => metrics.takenBack(labels).add(blocks),
  }
}
