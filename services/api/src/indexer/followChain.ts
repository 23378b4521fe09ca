import type { ChainIndex, Head, Hex, IndexedBlock, Pool } from '../chainIndex/chainIndex.ts'
import type { ChainSource, Knowledge, SourceBlock, SourceHeader } from './chainSource.ts'
import { findFork } from './findFork.ts'
import { openBlockRun, type BlockRun } from './openBlockRun.ts'
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
   * The blocks after the last batch. They are read while that batch is written, and may have been
   * replaced before the next step.
   */
  #run: BlockRun | undefined

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
    const run = this.#run
    this.#run = undefined
    try {
      return await this.#next(run, signal)
    } finally {
      if (run && run !== this.#run) await run.close()
    }
  }

  /** @param run the blocks that may follow the head */
  async #next(run: BlockRun | undefined, signal: AbortSignal): Promise<Step> {
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
    if (!head || newest.number > head.number) return this.#addBatch(head, newest, run, signal)
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
    run: BlockRun | undefined,
    signal: AbortSignal,
  ): Promise<Step> {
    const { index, progress } = this.#options
    const headTime = head ? await index.timeAt(head.number) : undefined
    const batch: ReadBatch = { blocks: [], pools: [], hasFork: false }
    let failure: { error: unknown } | undefined
    try {
      const known = head && { ...head, minedAt: headTime }
      const follows = run?.follows(head, signal) === true
      if (follows) await this.#readBatch(batch, known, run)
      // the blocks that were read ahead are used up, or were replaced meanwhile
      if (batch.blocks.length === 0)
        await this.#readBatch(batch, known, await this.#openRun(head, newest, signal))
    } catch (error) {
      failure = { error }
    }
    if (batch.hasFork && head && !failure) return this.#fork(head, signal)
    signal.throwIfAborted()
    if (batch.pools.length > 0) await index.addPools(batch.pools)
    if (batch.blocks.length > 0 && (await index.append(head, batch.blocks)))
      progress.added(batch.blocks)
    if (failure) throw failure.error
    // without a block: the node does not have the block that it has announced
    return batch.blocks.length > 0 ? going : waiting
  }

  #openRun(head: Head | undefined, newest: SourceHeader, signal: AbortSignal): Promise<BlockRun> {
    const { source, startBlock, batch = wholeBatch } = this.#options
    const first = head ? head.number + 1 : startBlock
    return openBlockRun(source, { first, last: newest.number, max: batch.blocks }, signal)
  }

  /**
   * Reads the blocks of a run into the batch, up to its limits, as long as each follows the
   * previous one. If the run has more blocks, it stays open for the next step.
   * @throws the errors of the source; then the batch has the blocks before the error
   */
  async #readBatch(
    batch: ReadBatch,
    head: (Head & { minedAt: number | undefined }) | undefined,
    run: BlockRun,
  ): Promise<void> {
    const { startBlock, batch: limit = wholeBatch } = this.#options
    batch.hasFork = false
    let rows = 0
    let isOpen = false
    try {
      for (let block = await run.next(); block; block = await run.next()) {
        const before = batch.blocks.at(-1) ?? head
        if (before && block.parentHash !== before.hash) {
          // the blocks so far form one chain; the next step handles the replaced blocks
          batch.hasFork = batch.blocks.length === 0
          return
        }
        if (!before && block.parentNumber >= startBlock)
          throw new SourceError('The node left out the first block')
        this.#checkTime(block, before?.minedAt ?? 0)
        const { indexed, newPools } = block.index(this.#knowledge)
        batch.blocks.push(indexed)
        batch.pools.push(...newPools)
        for (const pool of newPools) this.#pools.add(pool.address)
        rows += indexed.transactions.length + indexed.transfers.length
        isOpen = rows >= limit.rows
        if (isOpen) return void (this.#run = run)
      }
    } finally {
      if (!isOpen) await run.close()
    }
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

/**
 * The blocks that were read. `hasFork`: there are none, because the next block has another parent.
 */
type ReadBatch = { blocks: IndexedBlock[]; pools: Pool[]; hasFork: boolean }
