import type { Hex, IndexedBlock, Pool } from '../chainIndex/chainIndex.ts'

/**
 * Reads the blocks of a chain. Its functions throw NodesError when nodes fail, SourceError when
 * their answers contradict each other, and the signal's reason.
 */
export type ChainSource = {
  newest(signal: AbortSignal): Promise<SourceHeader>
  /**
   * The numbers of the blocks from `first` to `last` in ascending order, at most `max`. On some
   * chains not every number has a block.
   */
  numbers(first: number, last: number, max: number, signal: AbortSignal): Promise<readonly number[]>
  /**
   * The header of a block. `skipped`: the chain has no block with this number. Undefined: the node
   * does not have the block.
   */
  header(number: number, signal: AbortSignal): Promise<SourceHeader | 'skipped' | undefined>
  block(number: number, signal: AbortSignal): Promise<SourceBlock | undefined>
  /**
   * The newest block of one node: whether the node also has the block's transactions, and whether
   * it reports that it is still syncing.
   */
  tip(signal: AbortSignal): Promise<Tip>
  /** Whether the node reports that it is still syncing. */
  isSyncing(signal: AbortSignal): Promise<boolean>
}

/**
 * The header of a block, and the number of its parent. Hashes are hex, the time is in seconds since
 * 1970.
 */
export type SourceHeader = {
  number: number
  hash: Hex
  parentHash: Hex
  timestamp: number
  parentNumber: number
}

/** A block that was read. `weight`: how much memory it uses, as a number of logs or transfers. */
export type SourceBlock = SourceHeader & {
  weight: number
  /** Makes the block's data for the index. `newPools`: the pools that the block created. */
  index(knowledge: Knowledge): { indexed: IndexedBlock; newPools: readonly Pool[] }
}

export type Tip = { hash: string; hasBody: boolean; isSyncing: boolean }

/** What reading a block for the index needs to know about the chain. */
export type Knowledge = {
  /** The wrapped coin's contract. */
  wrapped: Hex | undefined
  /** The addresses of the pools whose reserves are indexed. */
  pools: ReadonlySet<Hex>
  /** Whether the reserves of a factory's new pool are to be indexed. */
  isPricePool: (factory: Hex, pool: Pool) => boolean
}

/** Which pools in the blocks give past prices. */
export type PriceWatch = {
  wrapped: Hex | undefined
  isPricePool: Knowledge['isPricePool']
  pools: readonly Pool[]
}

/** For chains whose past prices do not come from pools. */
export const noPriceWatch: PriceWatch = {
  wrapped: undefined,
  isPricePool: () => false,
  pools: [],
}
