import type { Kind } from '../db/schema.ts'

export type Hex = `0x${string}`

/** A place in a chain's history: the block, and the index of the transaction in it. */
export type Place = { block: number; index: number }

/**
 * One transfer of coins or of a token. Amounts are in the smallest unit; addresses and hashes are
 * in lower case.
 */
export type Transfer = Place & {
  position: number
  kind: Kind
  /** The contract; 0xeeee… for the coin. */
  token: Hex
  tokenId: bigint
  sender: Hex
  recipient: Hex
  amount: bigint
}

/** A transfer without its place. */
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
export type Reserves = { pool: Hex; block: number; reserve0: bigint; reserve1: bigint }
export type Pool = { address: Hex; token0: Hex; token1: Hex }
export type PoolState = Reserves & Pick<Pool, 'token0' | 'token1'>

/** A block with its indexed data. */
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
}

/** The last indexed block. */
export type Head = { number: number; hash: Hex }

/**
 * A transaction as one account sees it: `transfers` are those from or to the account. The list of a
 * hostile transaction is cut short.
 */
export type AccountTransaction = Transaction & {
  minedAt: number
  transfers: readonly Transfer[]
  hasApproved: boolean
}

/**
 * Where a page of a chain begins: strictly before `before`, and not later than `latest` (seconds
 * since 1970).
 */
export type PageStart = { before?: Place | undefined; latest?: number | undefined }

/** The amount of a token that an account holds, if the token's logs are correct. */
export type Held = { token: Hex; kind: Kind; tokenId: bigint; amount: bigint }

/**
 * How reliable an index is.
 * - `isComplete`: it has reached the newest block of the chain once.
 * - `isConfirmed`: since a process began to follow the chain, a node has shown that the head is its
 *   newest block, and nodes still answer.
 * - `isAlarmed`: nodes show a different chain, from a final block on.
 */
export type IndexState = { isComplete: boolean; isConfirmed: boolean; isAlarmed: boolean }
/** The state of an index that has not been checked yet. */
export const unknownState: IndexState = { isComplete: false, isConfirmed: false, isAlarmed: false }

/**
 * The index of one chain. Two processes may write: a write based on an outdated head changes
 * nothing.
 */
export type ChainIndex = {
  /** Undefined before the first block. */
  head(): Promise<Head | undefined>
  /** The hash of an indexed block. */
  hashAt(block: number): Promise<Hex | undefined>
  /** The newest indexed block whose number is not above `block`. */
  newestUpTo(block: number): Promise<Head | undefined>
  /**
   * Adds blocks after `after`, all or none.
   * @returns false when `after` is not the head: another process has written first
   */
  append(after: Head | undefined, blocks: readonly IndexedBlock[]): Promise<boolean>
  /**
   * Removes every block after `to`, a part at a time; undefined removes all.
   * @returns false as for `append`
   */
  rollBack(head: Head, to: Head | undefined): Promise<boolean>
  /**
   * The highest block that has been the head since the operator's last rollback; undefined before
   * the first block.
   */
  highest(): Promise<number | undefined>
  /**
   * Removes every block after `to` at the operator's command. Then `to` is the highest block.
   * @returns false as for `append`
   */
  startOver(head: Head | undefined, to: Head | undefined): Promise<boolean>
  /**
   * Removes all blocks if the first indexed block is above `block`. Only the process that follows
   * the chain may call it.
   */
  beginAt(block: number): Promise<void>
  /** The time of an indexed block, in seconds since 1970. */
  timeAt(block: number): Promise<number | undefined>
  state(): Promise<IndexState>
  setState(changes: Partial<IndexState>): Promise<void>
  pools(): Promise<readonly Pool[]>
  addPools(pools: readonly Pool[]): Promise<void>
  /** The account's transactions, the newest first. */
  transactionsOf(
    account: Hex,
    start: PageStart,
    limit: number,
  ): Promise<readonly AccountTransaction[]>
  /** Tokens of the kinds, by contract and id, after `after`. */
  heldBy(
    account: Hex,
    kinds: readonly Kind[],
    after: { token: Hex; tokenId: bigint } | undefined,
    limit: number,
  ): Promise<readonly Held[]>
  /**
   * The number of different accounts to which transactions sent each token, in the order of
   * `places`. Tokens that `account` sent itself are left out.
   */
  recipientsOf(account: Hex, places: readonly Place[]): Promise<readonly ReadonlyMap<Hex, number>[]>
  /**
   * The reserves of pools at the end of blocks: for every block and pool, its last change up to
   * that block.
   */
  reservesAt(
    blocks: readonly number[],
  ): Promise<readonly { block: number; reserves: readonly PoolState[] }[]>
}
