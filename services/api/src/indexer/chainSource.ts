import type { Hex, IndexedBlock, Pool } from '../chainIndex/chainIndex.ts'

/**
 * The source of blocks. Throws NodesError when nodes fail, SourceError when their answers
 * contradict each other; the signal's reason.
 */
export type ChainSource = {
  newest(signal: AbortSignal): Promise<SourceHeader>
  /**
   * The numbers of the blocks from `first` to `last`, ascending, at most `max` of them. On some
   * chains not every number has a block.
   */
  numbers(first: number, last: number, max: number, signal: AbortSignal): Promise<readonly number[]>
  /**
   * The header of a block. `skipped` where the chain has no block of this number; undefined when
   * the node does not have the block.
   */
  header(number: number, signal: AbortSignal): Promise<SourceHeader | 'skipped' | undefined>
  block(number: number, signal: AbortSignal): Promise<SourceBlock | undefined>
  /**
   * The newest block of one node, whether the node has its transactions, and whether it reports
   * that it is still syncing.
   */
  tip(signal: AbortSignal): Promise<Tip>
  /** Whether the node reports that it is still syncing. */
  isSyncing(signal: AbortSignal): Promise<boolean>
}

/**
 * A block's header, with the number of its parent. Hashes as hex, the time in seconds since 1970.
 */
export type SourceHeader = {
  number: number
  hash: Hex
  parentHash: Hex
  timestamp: number
  parentNumber: number
}

/** A block that was read. `weight`: its size in memory, as a number of logs or transfers. */
export type SourceBlock = SourceHeader & {
  weight: number
  /** The data for the index, and the pools that the block created. */
  index(knowledge: Knowledge): { indexed: IndexedBlock; newPools: readonly Pool[] }
}

export type Tip = { hash: string; hasBody: boolean; isSyncing: boolean }

/** Data about the chain that the indexer needs in addition to its blocks. */
export type Knowledge = {
  /** The wrapped coin. */
  wrapped: Hex | undefined
  /** Addresses of the pools whose reserves are indexed. */
  pools: ReadonlySet<Hex>
  /** Whether the reserves of a new pool of a factory are indexed. */
  isPricePool: (factory: Hex, pool: Pool) => boolean
}

/** The data for past prices: the pools whose reserves price listed tokens. */
export type PriceWatch = {
  wrapped: Hex | undefined
  isPricePool: Knowledge['isPricePool']
  pools: readonly Pool[]
}

/** For a chain whose past prices do not come from pools in its blocks. */
export const noPriceWatch: PriceWatch = {
  wrapped: undefined,
  isPricePool: () => false,
  pools: [],
}
