import { setMaxListeners } from 'node:events'
import {
  unknownState,
  type ChainIndex,
  type IndexedBlock,
  type IndexState,
} from '../chainIndex/chainIndex.ts'
import type { Database, Leadership } from '@latchkey/server/db/database'
import type { ChainStatus } from './chainStatus.ts'
import { Follower, type Step, type Batch } from './followChain.ts'
import type { PollPause } from './createPollPause.ts'
import { SourceError } from './sourceError.ts'
import type { Metrics } from '../metrics.ts'
import type { BlockHistory } from '../chains/chainReader.ts'
import type { ChainConfig, IndexConfig } from '../chains/chainConfig.ts'

/** A chain to index. */
export type IndexedChain = Pick<ChainConfig, 'networkId'> & {
  index: IndexConfig
  reader: { history: Pick<BlockHistory, 'source' | 'watchPrices'> }
}

export type IndexerOptions = {
  open: () => Promise<Database>
  chains: readonly IndexedChain[]
  now: () => number
  batch?: Batch
  metrics: Metrics
  /** Called at the first of several failures in a row, and when an alarm begins. */
  onFailure: (error: Error) => void
}

/**
 * Milliseconds of the pauses after failures. `first`: after the first failure; each further failure
 * doubles the pause, up to `max`.
 */
export const failurePauses = { first: 500, max: 30_000 }
/** Minimum of milliseconds between two polls of a chain that differs from the indexed chain. */
const alarmPause = 5_000
/** Number of written rows after which the database is maintained. */
const maintenanceRows = 500_000

type Options = Omit<IndexerOptions, 'open' | 'chains'> & {
  chain: IndexedChain
  index: ChainIndex
  database: Database
  pollPause: PollPause
  leadership: Leadership
  status: ChainStatus
  signal: AbortSignal
}

/** What is known during one leadership. */
type FollowState = {
  follower: Follower | undefined
  state: IndexState
  rows: number
  failed: number
}

/**
 * Follows a chain until the signal aborts, or another process may lead. After a failed step there
 * is a pause, which grows with each failure.
 */
export async function followIndexed(options: Options): Promise<void> {
  const { chain, index, pollPause, leadership } = options
  const signal = AbortSignal.any([options.signal, leadership.lost])
  setMaxListeners(0, signal)
  const failures = options.metrics.failures({ chain: chain.networkId })
  const following: FollowState = { follower: undefined, state: unknownState, rows: 0, failed: 0 }
  options.status.stepped()
  while (!signal.aborted) {
    const callers = pollPause.takeWaiting()
    try {
      if (!following.follower) {
        following.state = await index.state()
        following.follower = await begin(options, following, signal)
      }
      const step = await following.follower.step(signal)
      options.status.stepped()
      following.failed = 0
      await conclude(step, following, options, signal)
      if (step.status === 'going') {
        pollPause.returnWaiting(callers)
        continue
      }
      callers.forEach((settle) => settle())
      await pollPause.pause(
        Math.max(chain.index.pollEvery, step.status === 'alarm' ? alarmPause : 0),
        signal,
      )
    } catch (error) {
      if (signal.aborted) break
      failures.add()
      if (following.failed === 0 && error instanceof Error) options.onFailure(error)
      await pollPause.pause(
        Math.min(failurePauses.max, failurePauses.first * 2 ** following.failed),
        signal,
      ) // a new call of `settled` ends the pause
      following.failed += 1
      pollPause.returnWaiting(callers)
      // if the database fails, the next step tries this again
      await storeBehind(following, options).catch(() => {})
    }
  }
  // if the connection is closed, the lock is released already
  await leadership.release().catch(() => {})
}

async function storeState(
  changes: Partial<IndexState>,
  following: FollowState,
  { chain, index, status, metrics }: Options,
): Promise<void> {
  await index.setState(changes)
  following.state = { ...following.state, ...changes }
  status.stands(following.state)
  metrics.alarm({ chain: chain.networkId }).set(Number(following.state.isAlarmed))
}

/** Stores that the index is behind, for other processes, because only the leader can know it. */
async function storeBehind(following: FollowState, options: Options): Promise<void> {
  if (following.state.isConfirmed && options.status.health() === 'behind')
    await storeState({ isConfirmed: false }, following, options)
}

/** Stores how the index's state has changed after a step, and maintains the database when due. */
async function conclude(
  step: Step,
  following: FollowState,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  const { chain, database, onFailure } = options
  const note = (changes: Partial<IndexState>) => storeState(changes, following, options)
  if (step.status === 'alarm' && !following.state.isAlarmed) {
    await note({ isAlarmed: true })
    onFailure(
      new SourceError(
        `A node shows another chain than ${chain.networkId} as it is indexed, from ${step.depth} blocks below its head on: its history is not served until that ends`,
      ),
    )
  }
  if (following.state.isAlarmed && (step.status === 'there' || step.status === 'going'))
    await note({ isAlarmed: false })
  const isWhole =
    step.status === 'there' &&
    !(following.state.isComplete && following.state.isConfirmed) &&
    (await following.follower?.isWhole(signal)) === true
  if (following.rows >= maintenanceRows || (isWhole && !following.state.isComplete)) {
    following.rows = 0
    await database.maintain()
  }
  if (isWhole) await note({ isComplete: true, isConfirmed: true })
  await storeBehind(following, options)
}

async function begin(
  { chain, index, metrics, batch, now, status }: Options,
  following: FollowState,
  signal: AbortSignal,
): Promise<Follower> {
  const { history } = chain.reader
  const watch = await history.watchPrices(index, signal)
  const labels = { chain: chain.networkId }
  const reached = (block: { number: number; minedAt: number }) => {
    metrics.head(labels).set(block.number)
    metrics.headTime(labels).set(block.minedAt)
    status.reached(block.number)
  }
  const head = await index.head()
  if (head) reached({ number: head.number, minedAt: (await index.timeAt(head.number)) ?? 0 })
  status.stands(following.state)
  metrics.alarm(labels).set(Number(following.state.isAlarmed))
  const progress = {
    seen(newest: number) {
      metrics.newest(labels).set(newest)
      status.seen(newest)
    },
    added(blocks: readonly IndexedBlock[]) {
      const transfers = blocks.reduce((sum, block) => sum + block.transfers.length, 0)
      following.failed = 0
      following.rows +=
        transfers + blocks.reduce((sum, block) => sum + block.transactions.length, 0)
      metrics.indexedBlocks(labels).add(blocks.length)
      metrics.indexedTransfers(labels).add(transfers)
      metrics.untraced(labels).add(blocks.filter(({ isTraced }) => !isTraced).length)
      const last = blocks.at(-1)
      if (last) reached(last)
    },
    takenBack: (blocks: number) => metrics.takenBack(labels).add(blocks),
  }
  const { startBlock, finality, timeTolerance } = chain.index
  return new Follower({
    index,
    source: history.source(),
    startBlock,
    finality,
    timeTolerance,
    ...watch,
    progress,
    batch,
    now,
  })
}
