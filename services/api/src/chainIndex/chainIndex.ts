import type { Kind } from '../db/schema.ts'

export type Hex = `0x${string}`

/** Where a transaction is in a chain: its block, and its index in the block. */
export type Place = { block: number; index: number }

/**
 * A transfer of coins or of a token. Amounts are in the smallest unit; addresses and hashes are in
 * lower case.
 */
export type Transfer = Place & {
  position: number
  kind: Kind
  /** The token's contract; 0xeeee… for the coin. */
  token: Hex
  tokenId: bigint
  sender: Hex
  recipient: Hex
  amount: bigint
}

/** A transfer without its place in the chain. */
export type Move = Omit<Transfer, keyof Place | 'position'>

export type Transaction = Place & {
  hash: Hex
  sender: Hex
  recipient: Hex | null
  created: Hex | null
  value: bigint
  fee: bigint
  nonce: number
  succeeded: boolean
  selector: Hex | null
  hasData: boolean
  hasLure: boolean
}

export type Approval = Place & { position: number; owner: Hex }
/** That the transaction with this index contains an operation of a smart account. ERC-4337 */
export type Operation = { index: number; account: Hex }
export type Reserves = { pool: Hex; block: number; reserve0: bigint; reserve1: bigint }
export type Pool = { address: Hex; token0: Hex; token1: Hex }
export type PoolState = Reserves & Pick<Pool, 'token0' | 'token1'>

/** A block with the data that the index stores. */
export type IndexedBlock = {
  number: number
  hash: Hex
  parentHash: Hex
  /** Seconds since 1970. */
  minedAt: number
  isTraced: boolean
  transactions: readonly Transaction[]
  transfers: readonly Transfer[]
  approvals: readonly Approval[]
  reserves: readonly Reserves[]
  /** The operations of smart accounts, on chains that have them. */
  operations?: readonly Operation[]
}

/** The newest block in the index. */
export type Head = { number: number; hash: Hex }

/**
 * A transaction from an account's view: `transfers` has only the transfers from or to the account.
 * Of a hostile transaction with too many transfers, only a part is listed.
 */
export type AccountTransaction = Transaction & {
  minedAt: number
  transfers: readonly Transfer[]
  hasApproved: boolean
}

/**
 * Where a page of a chain's history begins: strictly before the place `before`, and not later than
 * the time `latest` (seconds since 1970).
 */
export type PageStart = { before?: CursorPlace | undefined; latest?: number | undefined }

/**
 * A place in a cursor. `resume`: a text of the source, with which it finds the place again. Clients
 * can write any text there.
 */
export type CursorPlace = Place & { resume?: string | undefined }

/** How much of a token an account holds, if the token's logs are honest. */
export type Held = { token: Hex; kind: Kind; tokenId: bigint; amount: bigint }

/**
 * How reliable an index is.
 * - `isComplete`: it has reached the newest block of the chain once.
 * - `isConfirmed`: since a process began to follow the chain, a node has shown that the head is its
 *   newest block, and nodes still answer.
 * - `isAlarmed`: the nodes' chain differs from the indexed chain in a block that was already final.
 */
export type IndexState = { isComplete: boolean; isConfirmed: boolean; isAlarmed: boolean }
/** How reliable an index is, and its newest block; undefined before the first block. */
export type Standing = { state: IndexState; head: Head | undefined }
/** The state of an index that has not been checked yet. */
export const unknownState: IndexState = { isComplete: false, isConfirmed: false, isAlarmed: false }

/**
 * The index of one chain. Two processes may write to it: a write that does not start from the
 * present head changes nothing.
 */
export type ChainIndex = {
  /** The newest indexed block; undefined before the first block. */
  head(): Promise<Head | undefined>
  /** The hash of an indexed block; undefined for any other block. */
  hashAt(block: number): Promise<Hex | undefined>
  /** The indexed block with the highest number that is not above `block`. */
  newestUpTo(block: number): Promise<Head | undefined>
  /**
   * Adds blocks after the head `after`, all or none.
   * @returns false when `after` is not the head, because another process has written first
   */
  append(after: Head | undefined, blocks: readonly IndexedBlock[]): Promise<boolean>
  /**
   * Removes all blocks after `to`, a part at a time. If `to` is undefined, it removes all blocks.
   * @returns false when `head` is not the head, as in `append`
   */
  rollBack(head: Head, to: Head | undefined): Promise<boolean>
  /**
   * The highest number that the head has had since the operator's last rollback; undefined before
   * the first block.
   */
  highest(): Promise<number | undefined>
  /**
   * Removes all blocks after `to`, because the operator wants it. Then `to` is also the highest
   * block.
   * @returns false when `head` is not the head, as in `append`
   */
  startOver(head: Head | undefined, to: Head | undefined): Promise<boolean>
  /**
   * Sets the first block of the index. If the first indexed block is above it, all blocks are
   * removed. Only the process that follows the chain may call this.
   */
  beginAt(block: number): Promise<void>
  /** The time of an indexed block, in seconds since 1970. */
  timeAt(block: number): Promise<number | undefined>
  state(): Promise<IndexState>
  /** The state and the head, from one moment. */
  standing(): Promise<Standing>
  setState(changes: Partial<IndexState>): Promise<void>
  pools(): Promise<readonly Pool[]>
  addPools(pools: readonly Pool[]): Promise<void>
  /** The account's transactions, newest first. */
  transactionsOf(
    account: Hex,
    start: PageStart,
    limit: number,
  ): Promise<readonly AccountTransaction[]>
  /** The account's tokens of these kinds, ordered by contract and id, beginning after `after`. */
  heldBy(
    account: Hex,
    kinds: readonly Kind[],
    after: { token: Hex; tokenId: bigint } | undefined,
    limit: number,
  ): Promise<readonly Held[]>
  /**
   * For the transaction at each of the places: to how many different accounts it sent each token.
   * Transfers from `account` do not count.
   */
  recipientsOf(account: Hex, places: readonly Place[]): Promise<readonly ReadonlyMap<Hex, number>[]>
  /** The reserves of all pools at the end of each block: the last change up to that block. */
  reservesAt(
    blocks: readonly number[],
  ): Promise<readonly { block: number; reserves: readonly PoolState[] }[]>
}
