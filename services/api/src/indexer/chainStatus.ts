import {
  unknownState,
  type ChainIndex,
  type Head,
  type IndexState,
} from '../chainIndex/chainIndex.ts'

/** A chain's index, and its newest block; undefined before the first block. */
export type ServedIndex = { index: ChainIndex; head: Head | undefined }

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
  /** The index as `index` returns it, and its newest block. */
  standing(networkId: string): Promise<ServedIndex | undefined>
  /**
   * Whether the result of `index` may lack the newest blocks: no node has confirmed the head since
   * the start, nodes have not answered for a while, or the index is far behind.
   */
  isBehind(networkId: string): boolean
  /** The condition of each chain's index, as this process knows it. */
  health(): Readonly<Record<string, ChainHealth>>
  /** Polls the chain now, and resolves when no more blocks of the node can be indexed. */
  settled(networkId: string): Promise<void>
  /** Stops all work and closes the database. */
  close(): Promise<void>
}

/**
 * The state of a chain's index.
 * - `indexing`: the index has never been complete. Histories come from other services.
 * - `complete`: the index's history is served.
 * - `behind`: the history is served and marked as possibly incomplete: no node has confirmed the
 *   head since the start, nodes do not answer, or the index is far behind.
 * - `alarm`: the nodes' chain differs from the indexed chain. The history is not served.
 */
export type ChainHealth = 'indexing' | 'complete' | 'behind' | 'alarm'

/** Is informed about a chain's index, and knows its state. */
export type ChainStatus = {
  stands(state: IndexState): void
  seen(newest: number): void
  reached(head: number): void
  /** Reports that this process now follows the chain, or that a step has ended without an error. */
  stepped(): void
  /** Reports that another process follows the chain. */
  waits(): void
  health(): ChainHealth
}

/**
 * Milliseconds without a step after which nodes count as silent. `min`: at least these. `pauses`:
 * at least this multiple of the pause between two steps.
 */
const silence = { min: 60_000, pauses: 3 }

/**
 * Makes the status of a chain.
 * @param options.lag an index counts as behind if it lacks more blocks than this
 * @param options.pollEvery milliseconds between two steps
 */
export function createChainStatus({
  lag,
  pollEvery = 0,
  now,
}: {
  lag: number
  pollEvery?: number
  now: () => number
}): ChainStatus {
  const silent = Math.max(silence.min, silence.pauses * pollEvery)
  let state = unknownState
  let newest = 0
  let head = 0
  let steppedAt: number | undefined
  return {
    stands: (next) => void (state = next),
    seen: (number) => void (newest = number),
    reached: (number) => void (head = number),
    stepped: () => void (steppedAt = now()),
    waits: () => void (steppedAt = undefined),
    health() {
      if (state.isAlarmed) return 'alarm'
      if (!state.isComplete) return 'indexing'
      return !state.isConfirmed ||
        newest - head > lag ||
        (steppedAt !== undefined && now() - steppedAt > silent)
        ? 'behind'
        : 'complete'
    },
  }
}
