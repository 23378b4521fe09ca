import type { ChainIndex, Head, Hex, IndexedBlock, Pool } from '../chainIndex/chainIndex.ts'
import type { ChainSource, Knowledge, SourceBlock, SourceHeader } from './chainSource.ts'
import { findFork } from './findFork.ts'
import { readAhead } from './readAhead.ts'
import { SourceError } from './sourceError.ts'

/**
 * Number of blocks that are read at the same time. `heavy` applies after a block whose weight is
 * above `heavyWeight`, because several such blocks would take hundreds of megabytes.
 */
const width = { usual: 8, heavy: 1, heavyWeight: 10_000 }
/**
 * Limits of one database transaction: the number of blocks, and the number of rows after which no
 * block is added.
 */
export type Batch = { blocks: number; rows: number }
const wholeBatch: Batch = { blocks: 200, rows: 4_000 }
/**
 * Time limit for a node whose newest block stays below the index's head, in milliseconds. After it
 * the node's chain counts as shortened.
 */
const behindLimit = 60_000
/**
 * Milliseconds after which the index's head is read from the database again. Until then a step uses
 * the last value if the node's newest block is the same, because only the follower changes the
 * head.
 */
const unreadFor = 5_000

/**
 * The result of a step.
 * - `going`: there is more to do.
 * - `waiting`: the node has no block to read now.
 * - `there`: the index's head is the node's newest block.
 * - `alarm`: the node shows a different chain. It would replace `depth` blocks, counted from the
 * highest head so far, and some of these were final. Nothing has been changed.
 */
export type Step = { status: 'going' | 'waiting' | 'there' } | { status: 'alarm'; depth: number }

export type Follower = {
  /** Brings the index one batch closer to the chain. Blocks read before an error are stored. */
  step(signal: AbortSignal): Promise<Step>
  /**
   * Whether the head is the newest block of a node that has all of this block and is not syncing.
   */
  isWhole(signal: AbortSignal): Promise<boolean>
}

/** Receives the progress of the chain's index. */
export type Progress = {
  seen: (newest: number) => void
  added: (blocks: readonly IndexedBlock[]) => void
  takenBack: (blocks: number) => void
}

const going: Step = { status: 'going' }
const waiting: Step = { status: 'waiting' }
const there: Step = { status: 'there' }

/**
 * Creates a follower: its steps bring an index to the newest block of its chain. A step that
 * changes the index reads the database's state first, so it may be the first step of a process, or
 * the first after a failure. While the index's head is the node's newest block, a step sends one
 * request.
 */
export function createFollower(options: {
  index: ChainIndex
  source: ChainSource
  startBlock: number
  /**
   * Number of blocks after a block that make it final. The follower does not remove final blocks.
   */
  finality: number
  /** Seconds that a block may be ahead of the clock. */
  timeTolerance: number
  /** The wrapped coin, which pools are indexed when a factory creates them, and the known pools. */
  wrapped: Hex | undefined
  isPricePool: Knowledge['isPricePool']
  pools: readonly Pool[]
  progress: Progress
  batch?: Batch | undefined
  now: () => number
}): Follower {
  const {
    index,
    source,
    startBlock,
    finality,
    timeTolerance,
    progress,
    now,
    batch: batchLimit = wholeBatch,
  } = options
  const pools = new Set(options.pools.map((pool) => pool.address))
  const knowledge: Knowledge = { wrapped: options.wrapped, pools, isPricePool: options.isPricePool }
  /** The time since which a node has been behind, and its newest block. */
  let behind: { since: number; newest: number } | undefined
  /** The index's head that was the node's newest block, and the time at which it was read. */
  let reached: (Head & { readAt: number }) | undefined

  /**
   * Rolls the index back. Many small rollbacks count like a deep one, because the depth is measured
   * from the highest head so far.
   */
  async function rollBack(head: Head, to: Head | undefined): Promise<Step> {
    const last = to?.number ?? startBlock - 1
    const depth = Math.max(head.number, (await index.highest()) ?? 0) - last
    if (depth > finality) return { status: 'alarm', depth }
    if (await index.rollBack(head, to)) progress.takenBack(head.number - last)
    return going
  }

  /**
   * Rolls back to the fork of two chains. @throws SourceError when the node has the head after all
   */
  async function fork(head: Head, signal: AbortSignal): Promise<Step> {
    const to = await findFork(index, source, head, startBlock, signal)
    if (to?.number === head.number) throw new SourceError('The node names two blocks of one number')
    return rollBack(head, to)
  }

  /**
   * Waits for a node with fewer blocks while its blocks increase, or while it reports that it is
   * syncing. After `behindLimit` the chain itself counts as shortened.
   */
  async function waitBehind(head: Head, newest: SourceHeader, signal: AbortSignal): Promise<Step> {
    if ((await index.hashAt(newest.number)) !== newest.hash) return fork(head, signal)
    if (!behind || newest.number > behind.newest) behind = { since: now(), newest: newest.number }
    if (now() - behind.since < behindLimit || (await source.isSyncing(signal))) return waiting
    return rollBack(head, { number: newest.number, hash: newest.hash })
  }

  /** @throws SourceError */
  function checkTime({ timestamp }: SourceBlock, parentTime: number): void {
    if (timestamp < parentTime || timestamp > now() / 1_000 + timeTolerance)
      throw new SourceError('The time of a block cannot be')
  }

  async function addBatch(
    head: Head | undefined,
    newest: SourceHeader,
    signal: AbortSignal,
  ): Promise<Step> {
    const batch: IndexedBlock[] = []
    const newPools: Pool[] = []
    const first = head ? head.number + 1 : startBlock
    const headTime = head ? await index.timeAt(head.number) : undefined
    let rows = 0
    let atOnce = width.usual
    let failure: { error: unknown } | undefined
    try {
      const numbers = await source.numbers(first, newest.number, batchLimit.blocks, signal)
      for await (const block of readAhead(
        { first: 0, last: numbers.length - 1, width: () => atOnce, signal },
        async (index, stop) => source.block(numbers[index] ?? -1, stop),
      )) {
        const before = batch.at(-1) ?? head
        if (before && block.parentHash !== before.hash) {
          if (batch.length === 0 && head) return await fork(head, signal)
          break // the blocks read so far form one chain; the next step handles the replaced blocks
        }
        if (!before && block.parentNumber >= startBlock)
          throw new SourceError('The node left out the first block')
        atOnce = block.weight > width.heavyWeight ? width.heavy : width.usual
        checkTime(block, batch.at(-1)?.minedAt ?? headTime ?? 0)
        const { indexed, newPools: found } = block.index(knowledge)
        batch.push(indexed)
        newPools.push(...found)
        for (const pool of found) pools.add(pool.address)
        rows += indexed.transactions.length + indexed.transfers.length
        if (rows >= batchLimit.rows) break
      }
    } catch (error) {
      failure = { error }
    }
    signal.throwIfAborted()
    if (newPools.length > 0) await index.addPools(newPools)
    if (batch.length > 0 && (await index.append(head, batch))) progress.added(batch)
    if (failure) throw failure.error
    // the node lacks the block that it announced
    return batch.length > 0 ? going : waiting
  }

  return {
    async step(signal) {
      const known = reached && Math.abs(now() - reached.readAt) < unreadFor ? reached : undefined
      const [read, newest] = await Promise.all([known ?? index.head(), source.newest(signal)])
      progress.seen(newest.number)
      if (known?.number === newest.number && known.hash === newest.hash) return there
      const head = known ? await index.head() : read
      reached = undefined
      if (newest.number < startBlock) return waiting
      if (head && newest.number < head.number) return waitBehind(head, newest, signal)
      behind = undefined
      if (!head || newest.number > head.number) return addBatch(head, newest, signal)
      if (newest.hash !== head.hash) return fork(head, signal)
      reached = { ...head, readAt: now() }
      return there
    },
    async isWhole(signal) {
      const [head, tip] = await Promise.all([index.head(), source.tip(signal)])
      // a node at its first block has no peers yet
      return (
        head !== undefined &&
        head.number > 0 &&
        tip.hash === head.hash &&
        tip.hasBody &&
        !tip.isSyncing
      )
    },
  }
}
