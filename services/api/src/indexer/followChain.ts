import type { ChainIndex, Head, Hex, IndexedBlock, Pool } from '../chainIndex/chainIndex.ts'
import type { ChainSource, Knowledge, SourceBlock, SourceHeader } from './chainSource.ts'
import { BatchAhead } from './batchAhead.ts'
import { findFork } from './findFork.ts'
import { openBlockRun, type BlockRun } from './openBlockRun.ts'
import { readBatch, type ReadBatch, type TimedHead } from './readBatch.ts'
import { SourceError } from './sourceError.ts'

/**
 * Limits of one database transaction. `blocks`: maximum of blocks. `rows`: after this number of
 * rows no further block is added.
 */
export type Batch = { blocks: number; rows: number }
const wholeBatch: Batch = { blocks: 200, rows: 4_000 }
/**
 * Milliseconds for which a node's newest block may be below the index's head. After that, the chain
 * itself counts as shortened.
 */
const behindLimit = 60_000
/**
 * Milliseconds after which the head is read from the database again. Until then a step uses the
 * last value, if the node's newest block is the same, because only the follower changes the head.
 */
const unreadFor = 5_000

/**
 * The result of a step.
 * - `going`: there are more blocks to read.
 * - `waiting`: the node has no block to read now.
 * - `there`: the index's head is the node's newest block.
 * - `alarm`: the node's chain differs so much that `depth` blocks, counted from the highest head so
 *   far, would be replaced, and some of these were final. Nothing was changed.
 */
export type Step = { status: 'going' | 'waiting' | 'there' } | { status: 'alarm'; depth: number }

/** Is informed about what the follower does. */
export type Progress = {
  seen: (newest: number) => void
  added: (blocks: readonly IndexedBlock[]) => void
  takenBack: (blocks: number) => void
}

const going: Step = { status: 'going' }
const waiting: Step = { status: 'waiting' }
const there: Step = { status: 'there' }

export type FollowerOptions = {
  index: ChainIndex
  source: ChainSource
  startBlock: number
  /** Number of blocks after which a block is final. The follower never removes final blocks. */
  finality: number
  /** Seconds by which the time of a block may be ahead of the clock. */
  timeTolerance: number
  /** The wrapped coin; which new pools are indexed; the pools that are known already. */
  wrapped: Hex | undefined
  isPricePool: Knowledge['isPricePool']
  pools: readonly Pool[]
  progress: Progress
  batch?: Batch | undefined
  now: () => number
}

/**
 * Brings an index to the newest block of its chain, step by step. Every step that changes the index
 * first reads its state from the database. So it works after a restart or a failure, too. While the
 * index's head is the node's newest block, a step sends only one request.
 */
export class Follower {
  readonly #options: FollowerOptions
  readonly #pools: Set<Hex>
  readonly #knowledge: Knowledge
  /** Since when the node has been behind the index, and its newest block. */
  #behind: { since: number; newest: number } | undefined
  /**
   * The head at the last time when it was the node's newest block, and when it was read from the
   * database.
   */
  #reached: (Head & { readAt: number }) | undefined
  /**
   * The next batch. It is read while the last one is written, and its blocks may have been replaced
   * before the next step.
   */
  #ahead: BatchAhead | undefined

  constructor(options: FollowerOptions) {
    const { wrapped, isPricePool, pools } = options
    this.#options = options
    this.#pools = new Set(pools.map((pool) => pool.address))
    this.#knowledge = { wrapped, pools: this.#pools, isPricePool }
  }

  /**
   * Adds a batch of blocks to the index, rolls it back, or finds that nothing is to be done now. If
   * an error occurs while blocks are read, the blocks before it are stored.
   */
  async step(signal: AbortSignal): Promise<Step> {
    const ahead = this.#ahead
    this.#ahead = undefined
    try {
      return await this.#next(ahead, signal)
    } finally {
      await ahead?.close()
    }
  }

  /** @param ahead the blocks that may follow the head */
  async #next(ahead: BatchAhead | undefined, signal: AbortSignal): Promise<Step> {
    const { index, source, startBlock, progress, now } = this.#options
    const reached = this.#reached
    const known = reached && Math.abs(now() - reached.readAt) < unreadFor ? reached : undefined
    const [read, newest] = await Promise.all([known ?? index.head(), source.newest(signal)])
    progress.seen(newest.number)
    if (known?.number === newest.number && known.hash === newest.hash) return there
    const head = known ? await index.head() : read
    this.#reached = undefined
    if (newest.number < startBlock) return waiting
    if (head && newest.number < head.number) return this.#waitBehind(head, newest, signal)
    this.#behind = undefined
    if (!head || newest.number > head.number) return this.#addBatch(head, newest, ahead, signal)
    if (newest.hash !== head.hash) return this.#fork(head, signal)
    this.#reached = { ...head, readAt: now() }
    return there
  }

  /**
   * Whether the head is the newest block of a node that is not syncing and has all of this block.
   */
  async isWhole(signal: AbortSignal): Promise<boolean> {
    const { index, source } = this.#options
    const [head, tip] = await Promise.all([index.head(), source.tip(signal)])
    // a node whose only block is the first may not have found other nodes yet
    return (
      head !== undefined &&
      head.number > 0 &&
      tip.hash === head.hash &&
      tip.hasBody &&
      !tip.isSyncing
    )
  }

  /**
   * Rolls the index back, unless this would remove final blocks. Several small rollbacks count like
   * a deep one, because the depth is counted from the highest head so far.
   */
  async #rollBack(head: Head, to: Head | undefined): Promise<Step> {
    const { index, startBlock, finality, progress } = this.#options
    const last = to?.number ?? startBlock - 1
    const depth = Math.max(head.number, (await index.highest()) ?? 0) - last
    if (depth > finality) return { status: 'alarm', depth }
    if (await index.rollBack(head, to)) progress.takenBack(head.number - last)
    return going
  }

  /**
   * Rolls the index back to the last block that both chains have.
   * @throws SourceError when the node does have the head, or lacks a block below its newest block
   */
  async #fork(head: Head, signal: AbortSignal): Promise<Step> {
    const { index, source, startBlock } = this.#options
    const to = await findFork(index, source, head, startBlock, signal)
    if (to?.number === head.number) throw new SourceError('The node names two blocks of one number')
    return this.#rollBack(head, to)
  }

  /**
   * Waits for a node that has fewer blocks than the index, as long as it gets more blocks or
   * reports that it is syncing. After `behindLimit` the chain itself counts as shortened. If the
   * node's newest block is not in the index, the index is rolled back at once.
   */
  async #waitBehind(head: Head, newest: SourceHeader, signal: AbortSignal): Promise<Step> {
    const { index, source, now } = this.#options
    if ((await index.hashAt(newest.number)) !== newest.hash) return this.#fork(head, signal)
    if (!this.#behind || newest.number > this.#behind.newest)
      this.#behind = { since: now(), newest: newest.number }
    if (now() - this.#behind.since < behindLimit || (await source.isSyncing(signal))) return waiting
    return this.#rollBack(head, { number: newest.number, hash: newest.hash })
  }

  async #addBatch(
    head: Head | undefined,
    newest: SourceHeader,
    ahead: BatchAhead | undefined,
    signal: AbortSignal,
  ): Promise<Step> {
    const { index, progress } = this.#options
    let batch = head && ahead?.follows(head, signal) ? await ahead.take() : undefined
    // without blocks: those that were read ahead are used up, or were replaced meanwhile
    if (!batch || (batch.blocks.length === 0 && !batch.failure))
      batch = await this.#readAfter(head, newest, signal)
    const { blocks, pools, failure, open } = batch
    if (batch.hasFork && head && !failure) return this.#fork(head, signal)
    const last = blocks.at(-1)
    if (last && open)
      this.#ahead = new BatchAhead(last, open, signal, () => this.#readBatch(last, open))
    signal.throwIfAborted()
    if (pools.length > 0) await index.addPools(pools)
    if (last && (await index.append(head, blocks))) progress.added(blocks)
    if (failure) throw failure.error
    // without a block: the node does not have the block that it has announced
    return last ? going : waiting
  }

  /** Opens a run of the blocks after the head, and reads its first batch. */
  async #readAfter(
    head: Head | undefined,
    newest: SourceHeader,
    signal: AbortSignal,
  ): Promise<ReadBatch> {
    const { index, source, startBlock, batch = wholeBatch } = this.#options
    const first = head ? head.number + 1 : startBlock
    const [minedAt, run] = await Promise.all([
      head && index.timeAt(head.number),
      openBlockRun(source, { first, last: newest.number, max: batch.blocks }, signal),
    ])
    return this.#readBatch(head && { ...head, minedAt }, run)
  }

  #readBatch(head: TimedHead | undefined, run: BlockRun): Promise<ReadBatch> {
    const { startBlock, batch = wholeBatch } = this.#options
    return readBatch(head, run, {
      rows: batch.rows,
      startBlock,
      knowledge: this.#knowledge,
      onPool: ({ address }) => this.#pools.add(address),
      checkTime: (block, parentTime) => this.#checkTime(block, parentTime),
    })
  }

  /**
   * Checks that a block's time is not before its parent's, and not too far ahead. @throws
   * SourceError
   */
  #checkTime({ timestamp }: SourceBlock, parentTime: number): void {
    const { now, timeTolerance } = this.#options
    if (timestamp < parentTime || timestamp > now() / 1_000 + timeTolerance)
      throw new SourceError('The time of a block cannot be')
  }
}
