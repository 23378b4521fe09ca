import { wait } from '@latchkey/server/waiting'
import { limitReads } from '../chainIndex/limitReads.ts'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import type { Database } from '@latchkey/server/db/database'
import type { Metrics } from '../metrics.ts'
import type { Batch } from './followChain.ts'
import { createChainStatus, type ChainHealth, type ChainStatus } from './chainStatus.ts'
import { failurePauses, followIndexed } from './followIndexed.ts'
import { createPollPause } from './createPollPause.ts'
import type { BlockHistory, Chain, ChainConfig, IndexConfig } from '../chains/chainReader.ts'

/** Milliseconds between two attempts to open the database, and to become the leader. */
const pauses = { open: 2_000, lead: 5_000 }

/** A chain to index. */
export type IndexedChain = Pick<ChainConfig, 'networkId'> & {
  index: IndexConfig
  reader: { history: Pick<BlockHistory, 'source' | 'watchPrices'> }
}

/** The chains that the operator wants to index, and that have blocks. */
export function indexedAmong(chains: readonly Chain[]): IndexedChain[] {
  return chains.flatMap(({ networkId, index, reader: { history } }) =>
    index && history.kind === 'blocks' ? [{ networkId, index, reader: { history } }] : [],
  )
}

/** Follows chains in the background. */
export type Indexer = {
  /**
   * The index of a chain. Undefined
   * - until the database is open,
   * - for a chain that is not indexed,
   * - until the index has reached the chain's newest block for the first time: an incomplete index
   *   would hide existing transactions,
   * - while nodes show a different chain than the indexed one.
   * @throws DatabaseError, as its queries do
   */
  index(networkId: string): Promise<ChainIndex | undefined>
  /**
   * Whether the result of `index` may lack the newest blocks: no node has confirmed the head since
   * the start, nodes have not answered for a while, or the index is far behind.
   */
  isBehind(networkId: string): boolean
  /** The condition of each chain's index, as this process knows it. */
  health(): Readonly<Record<string, ChainHealth>>
  /** Polls the chain now, and resolves when all its present blocks are indexed. */
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
  /** Called at the first of several failures in a row. */
  onFailure: (error: Error) => void
}

/**
 * Starts to follow the chains. Opens the database, and becomes the leader of every chain without
 * one.
 */
export function createIndexer(options: IndexerOptions): Indexer {
  const { chains, onFailure } = options
  const stop = new AbortController()
  const rests = new Map(chains.map((chain) => [chain.networkId as string, createPollPause()]))
  const indexes = new Map<string, ChainIndex>()
  const leading = new Set<string>()
  const statuses = new Map(
    chains.map((chain) => [
      chain.networkId as string,
      createChainStatus({
        lag: chain.index.finality,
        pollEvery: chain.index.pollEvery,
        now: () => performance.now(),
      }),
    ]),
  )

  /** Repeats an action until it succeeds or the indexer ends. */
  async function untilDone<value>(
    pause: number,
    max: number,
    work: () => Promise<value>,
  ): Promise<value | undefined> {
    for (let failures = 0; !stop.signal.aborted; failures++) {
      try {
        return await work()
      } catch (error) {
        if (stop.signal.aborted) return undefined
        if (failures === 0 && error instanceof Error) onFailure(error)
        await wait(Math.min(max, pause * 2 ** failures), stop.signal)
      }
    }
    return undefined
  }

  async function run(): Promise<void> {
    const database = await untilDone(pauses.open, pauses.open, options.open)
    if (!database) return
    try {
      await Promise.all(chains.map((chain) => lead(database, chain)))
    } finally {
      await database.close()
    }
  }

  async function lead(database: Database, chain: IndexedChain): Promise<void> {
    const rest = rests.get(chain.networkId) ?? createPollPause()
    const status = statuses.get(chain.networkId)
    if (!status) return
    const index = await untilDone(failurePauses.first, failurePauses.max, () =>
      openChainIndex(database.queries, chain.networkId, chain.index.startBlock),
    )
    if (!index) return
    while (!stop.signal.aborted) {
      const leadership = await untilDone(failurePauses.first, failurePauses.max, () =>
        database.lead(`index ${chain.networkId}`),
      )
      // the confirmation of an earlier leader is outdated, even if this process was the leader
      if (leadership)
        await untilDone(failurePauses.first, failurePauses.max, async () => {
          if (leadership.lost.aborted) return // another process leads now
          await index.beginAt(chain.index.startBlock)
          await index.setState({ isConfirmed: false })
          status.stands(await index.state())
        })
      if (!indexes.has(chain.networkId)) indexes.set(chain.networkId, limitReads(index, database))
      if (!leadership) {
        await waitForLead(index, status)
        continue
      }
      leading.add(chain.networkId)
      await followIndexed({
        ...options,
        chain,
        index,
        database,
        pollPause: rest,
        leadership,
        status,
        signal: stop.signal,
      })
      leading.delete(chain.networkId)
    }
  }

  /** Another process follows the chain, and stores its results in the database. */
  async function waitForLead(index: ChainIndex, status: ChainStatus): Promise<void> {
    const state = await index.state().catch(() => undefined) // repeated after a pause
    if (state) status.stands(state)
    status.waits()
    await wait(pauses.lead, stop.signal)
  }

  const running = run().catch((error: unknown) => error instanceof Error && onFailure(error))
  return {
    async index(networkId) {
      const index = indexes.get(networkId)
      if (!index) return undefined
      const state = await index.state()
      // while this process leads, its own status is newer than the stored one
      if (!leading.has(networkId)) statuses.get(networkId)?.stands(state)
      return state.isComplete && !state.isAlarmed ? index : undefined
    },
    isBehind: (networkId) => statuses.get(networkId)?.health() === 'behind',
    health: () =>
      Object.fromEntries([...statuses].map(([networkId, status]) => [networkId, status.health()])),
    settled: (networkId) => rests.get(networkId)?.end() ?? Promise.resolve(),
    async close() {
      stop.abort()
      await running
    },
  }
}
