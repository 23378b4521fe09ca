/** The tables of what is indexed. Everything of a block hangs on its chain and number, so that a block can be taken back. */
import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { amount, count, hexBytes } from './columns.ts'

/** The chains, and how far each is indexed. `head` is null before the first block. */
export const chains = pgTable('chains', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** CAIP-2. */
  networkId: text('network_id').notNull().unique(),
  /** The first block that is indexed. */
  startBlock: count('start_block').notNull(),
  head: count(),
  headHash: hexBytes('head_hash'),
  /** The highest block that has been the head: how deep a chain is taken back counts from it. Lowered by the operator alone. */
  highest: count(),
  /** Whether the index has reached the chain's newest block once. */
  isComplete: boolean('is_complete').notNull().default(false),
  /** Whether a node has shown, since a process began to follow the chain, that the head is its newest block. */
  isConfirmed: boolean('is_confirmed').notNull().default(false),
  /** Whether nodes show another chain, from below what counts as final on. */
  isAlarmed: boolean('is_alarmed').notNull().default(false),
})

export const blocks = pgTable('blocks', {
  chain: integer().notNull(),
  number: count().notNull(),
  hash: hexBytes().notNull(),
  /** Seconds since 1970. */
  minedAt: count('mined_at').notNull(),
  /** Whether value that contracts sent is known. */
  isTraced: boolean('is_traced').notNull(),
}, (table) => [primaryKey({ columns: [table.chain, table.number] })])

export const transactions = pgTable('transactions', {
  chain: integer().notNull(),
  block: count().notNull(),
  index: integer().notNull(),
  hash: hexBytes().notNull(),
  sender: hexBytes().notNull(),
  /** Null for a transaction that creates a contract. */
  recipient: hexBytes(),
  /** The contract that it created. */
  created: hexBytes(),
  /** Of the native coin's smallest unit. */
  value: amount().notNull(),
  /** What the sender paid for the work, of the same. */
  fee: amount().notNull(),
  nonce: count().notNull(),
  succeeded: boolean().notNull(),
  /** The first four bytes of its data; null when it has fewer. */
  selector: hexBytes(),
  /** Whether it has data. */
  hasData: boolean('has_data').notNull(),
}, (table) => [primaryKey({ columns: [table.chain, table.block, table.index] })])

/** What a transfer moves: the coin, the coin by a contract, ERC-20, ERC-721, ERC-1155. */
export const kinds = { native: 0, internal: 1, erc20: 2, erc721: 3, erc1155: 4 } as const
export type Kind = (typeof kinds)[keyof typeof kinds]

export const transfers = pgTable('transfers', {
  chain: integer().notNull(),
  block: count().notNull(),
  index: integer().notNull(),
  /** Among those of its transaction. */
  position: integer().notNull(),
  kind: smallint().$type<Kind>().notNull(),
  /** The contract; 0xeeee… for the coin. */
  token: hexBytes().notNull(),
  /** 0 where tokens have none. */
  tokenId: amount('token_id').notNull(),
  /** 0x0 for what is made. */
  sender: hexBytes().notNull(),
  /** 0x0 for what is destroyed. */
  recipient: hexBytes().notNull(),
  amount: amount().notNull(),
}, (table) => [primaryKey({ columns: [table.chain, table.block, table.index, table.position] })])

export const approvals = pgTable('approvals', {
  chain: integer().notNull(),
  block: count().notNull(),
  index: integer().notNull(),
  position: integer().notNull(),
  owner: hexBytes().notNull(),
}, (table) => [primaryKey({ columns: [table.chain, table.block, table.index, table.position] })])

/** Who has to do with which transaction. */
export const activity = pgTable('activity', {
  account: hexBytes().notNull(),
  chain: integer().notNull(),
  minedAt: count('mined_at').notNull(),
  block: count().notNull(),
  index: integer().notNull(),
}, (table) => [primaryKey({ columns: [table.account, table.chain, table.minedAt, table.block, table.index] })])

/** Sums of the token transfers of an account: what it holds, if the token tells the truth. The coin is not in it. */
export const holdings = pgTable('holdings', {
  owner: hexBytes().notNull(),
  chain: integer().notNull(),
  token: hexBytes().notNull(),
  kind: smallint().$type<Kind>().notNull(),
  tokenId: amount('token_id').notNull(),
  amount: amount().notNull(),
}, (table) => [primaryKey({ columns: [table.owner, table.chain, table.token, table.kind, table.tokenId] })])

/** Pools that tell prices. */
export const pools = pgTable('pools', {
  chain: integer().notNull(),
  address: hexBytes().notNull(),
  token0: hexBytes().notNull(),
  token1: hexBytes().notNull(),
}, (table) => [primaryKey({ columns: [table.chain, table.address] })])

/** What a pool held after a block in which that changed. */
export const reserves = pgTable('reserves', {
  chain: integer().notNull(),
  pool: hexBytes().notNull(),
  block: count().notNull(),
  reserve0: amount().notNull(),
  reserve1: amount().notNull(),
}, (table) => [primaryKey({ columns: [table.chain, table.pool, table.block] })])
