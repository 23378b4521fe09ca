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

/** Receives the progress of the chain's index. */
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
}

/**
 * Brings an index to the newest block of its chain, step by step. A step that changes the index
 * reads the database's state first, so it may be the first step of a process, or the first after a
 * failure. While the index's head is the node's newest block, a step sends one request.
 */
export class Follower {
  readonly #options: FollowerOptions
  readonly #pools: Set<Hex>
  readonly #knowledge: Knowledge
  /** The time since which a node has been behind, and its newest block. */
  #behind: { since: number; newest: number } | undefined
  /** The index's head that was the node's newest block, and the time at which it was read. */
  #reached: (Head & { readAt: number }) | undefined

  constructor(options: FollowerOptions) {
    const { wrapped, isPricePool, pools } = options
    this.#options = options
    this.#pools = new Set(pools.map((pool) => pool.address))
    this.#knowledge = { wrapped, pools: this.#pools, isPricePool }
  }

  /** Brings the index one batch closer to the chain. Blocks read before an error are stored. */
  async step(signal: AbortSignal): Promise<Step> {
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
    if (!head || newest.number > head.number) return this.#addBatch(head, newest, signal)
    if (newest.hash !== head.hash) return this.#fork(head, signal)
    this.#reached = { ...head, readAt: now() }
    return there
  }

  /**
   * Whether the head is the newest block of a node that has all of this block and is not syncing.
   */
  async isWhole(signal: AbortSignal): Promise<boolean> {
    const { index, source } = this.#options
    const [head, tip] = await Promise.all([index.head(), source.tip(signal)])
    // a node at its first block has no peers yet
    return (
      head !== undefined &&
      head.number > 0 &&
      tip.hash === head.hash &&
      tip.hasBody &&
      !tip.isSyncing
    )
  }

  /**
   * Rolls the index back. Many small rollbacks count like a deep one, because the depth is measured
   * from the highest head so far.
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
   * Rolls back to the fork of two chains. @throws SourceError when the node has the head after all
   */
  async #fork(head: Head, signal: AbortSignal): Promise<Step> {
    const { index, source, startBlock } = this.#options
    const to = await findFork(index, source, head, startBlock, signal)
    if (to?.number === head.number) throw new SourceError('The node names two blocks of one number')
    return this.#rollBack(head, to)
  }

  /**
   * Waits for a node with fewer blocks while its blocks increase, or while it reports that it is
   * syncing. After `behindLimit` the chain itself counts as shortened.
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
    signal: AbortSignal,
  ): Promise<Step> {
    const { index, progress } = this.#options
    const headTime = head ? await index.timeAt(head.number) : undefined
    const batch: ReadBatch = { blocks: [], pools: [], hasFork: false }
    let failure: { error: unknown } | undefined
    try {
      await this.#readBatch(batch, head && { ...head, minedAt: headTime }, newest, signal)
    } catch (error) {
      failure = { error }
    }
    if (batch.hasFork && head && !failure) return this.#fork(head, signal)
    signal.throwIfAborted()
    if (batch.pools.length > 0) await index.addPools(batch.pools)
    if (batch.blocks.length > 0 && (await index.append(head, batch.blocks)))
      progress.added(batch.blocks)
    if (failure) throw failure.error
    // the node lacks the block that it announced
    return batch.blocks.length > 0 ? going : waiting
  }

  /**
   * Reads the blocks after the head into the batch, as far as they form one chain.
   * @throws SourceError; the batch then has the blocks before the error
   */
  async #readBatch(
    batch: ReadBatch,
    head: (Head & { minedAt: number | undefined }) | undefined,
    newest: SourceHeader,
    signal: AbortSignal,
  ): Promise<void> {
    const { source, startBlock, batch: limit = wholeBatch } = this.#options
    const first = head ? head.number + 1 : startBlock
    let rows = 0
    let atOnce = width.usual
    const numbers = await source.numbers(first, newest.number, limit.blocks, signal)
    for await (const block of readAhead(
      { first: 0, last: numbers.length - 1, width: () => atOnce, signal },
      async (index, stop) => source.block(numbers[index] ?? -1, stop),
    )) {
      const before = batch.blocks.at(-1) ?? head
      if (before && block.parentHash !== before.hash) {
        // the blocks read so far form one chain; the next step handles the replaced blocks
        batch.hasFork = batch.blocks.length === 0
        return
      }
      if (!before && block.parentNumber >= startBlock)
        throw new SourceError('The node left out the first block')
      atOnce = block.weight > width.heavyWeight ? width.heavy : width.usual
      this.#checkTime(block, before?.minedAt ?? 0)
      const { indexed, newPools } = block.index(this.#knowledge)
      batch.blocks.push(indexed)
      batch.pools.push(...newPools)
      for (const pool of newPools) this.#pools.add(pool.address)
      rows += indexed.transactions.length + indexed.transfers.length
      if (rows >= limit.rows) return
    }
  }

  /** @throws SourceError */
  #checkTime({ timestamp }: SourceBlock, parentTime: number): void {
    const { now, timeTolerance } = this.#options
    if (timestamp < parentTime || timestamp > now() / 1_000 + timeTolerance)
      throw new SourceError('The time of a block cannot be')
  }
}

/** Blocks that were read. `hasFork`: the first one follows another block than the index's head. */
type ReadBatch = { blocks: IndexedBlock[]; pools: Pool[]; hasFork: boolean }
