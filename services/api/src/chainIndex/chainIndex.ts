import type { Kind } from '../db/schema.ts'

export type Hex = `0x${string}`

/** A place in a chain's history: block, and the transaction's number in it. */
export type Place = { block: number; index: number }

/** One movement of value or of a token. Amounts in the smallest unit; addresses and hashes in lower case, throughout. */
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
}

export type Approval = Place & { position: number; owner: Hex }
export type Reserves = { pool: Hex; block: number; reserve0: bigint; reserve1: bigint }
export type Pool = { address: Hex; token0: Hex; token1: Hex }
export type PoolState = Reserves & Pick<Pool, 'token0' | 'token1'>

/** A block as it is indexed. */
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

/** The last block that is indexed. */
export type Head = { number: number; hash: Hex }

/** A transaction as an account sees it: `transfers` are those from or to the account, of which a hostile one is cut short. */
export type AccountTransaction = Transaction & { minedAt: number; transfers: readonly Transfer[]; hasApproved: boolean }

/** Where a page of a chain begins: strictly before `before`, and not later than `latest` (seconds since 1970). */
export type PageStart = { before?: Place | undefined; latest?: number | undefined }

/** How many of a token an account holds, if the token tells the truth. */
export type Held = { token: Hex; kind: Kind; tokenId: bigint; amount: bigint }

/**
 * What an index is worth. `isComplete`: it has reached the newest block of the chain once. `isConfirmed`: a node has shown, since a process
 * began to follow the chain, that the head is its newest block, and nodes still answer. `isAlarmed`: nodes show another chain, from below
 * its finality on.
 */
export type IndexState = { isComplete: boolean; isConfirmed: boolean; isAlarmed: boolean }
/** Of an index that nobody has looked at. */
export const unknownState: IndexState = { isComplete: false, isConfirmed: false, isAlarmed: false }

/** What is indexed of one chain. Two processes may write: whoever is not at the head they believe in changes nothing. */
export type ChainIndex = {
  /** Undefined before the first block. */
  head(): Promise<Head | undefined>
  /** The hash of an indexed block. */
  hashAt(block: number): Promise<Hex | undefined>
  /** Adds blocks behind `after`, all or none. False when that is not the head: another process was faster. */
  append(after: Head | undefined, blocks: readonly IndexedBlock[]): Promise<boolean>
  /** Takes back every block behind `to`, a part at a time; undefined takes back all. False as for `append`. */
  rollBack(head: Head, to: Head | undefined): Promise<boolean>
  /** The highest block that has been the head since the operator last took the index back; undefined before the first. */
  highest(): Promise<number | undefined>
  /** Takes every block behind `to` back as the operator wants it: from here on the highest is `to`. False as for `append`. */
  startOver(head: Head | undefined, to: Head | undefined): Promise<boolean>
  /** Takes everything back where the first block that is indexed is above `block`. Only the process that follows the chain may. */
  beginAt(block: number): Promise<void>
  /** When an indexed block was made, in seconds since 1970. */
  timeAt(block: number): Promise<number | undefined>
  state(): Promise<IndexState>
  setState(changes: Partial<IndexState>): Promise<void>
  pools(): Promise<readonly Pool[]>
  addPools(pools: readonly Pool[]): Promise<void>
  /** The newest first. */
  transactionsOf(account: Hex, start: PageStart, limit: number): Promise<readonly AccountTransaction[]>
  /** Tokens of the kinds, by contract and id, behind `after`. */
  heldBy(account: Hex, kinds: readonly Kind[], after: { token: Hex; tokenId: bigint } | undefined, limit: number): Promise<readonly Held[]>
  /** To how many different accounts transactions sent each token; what `account` sent itself is left out. In the order of the places. */
  recipientsOf(account: Hex, places: readonly Place[]): Promise<readonly ReadonlyMap<Hex, number>[]>
  /** What pools held at the end of blocks: for every block and pool the last change that is not later. */
  reservesAt(blocks: readonly number[]): Promise<readonly { block: number; reserves: readonly PoolState[] }[]>
}
