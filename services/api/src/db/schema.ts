/**
 * The tables of the index. All rows of a block refer to its chain and number, so that a block can
 * be removed.
 */
import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { amount, count, hexBytes } from '@latchkey/server/db/columns'

/** The chains, and the progress of each index. `head` is null before the first block. */
export const chains = pgTable('chains', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** CAIP-2. */
  networkId: text('network_id').notNull().unique(),
  /** The first indexed block. */
  startBlock: count('start_block').notNull(),
  head: count(),
  headHash: hexBytes('head_hash'),
  /**
   * The highest block that has been the head. The depth of a rollback counts from it. Only the
   * operator lowers it.
   */
  highest: count(),
  /** Whether the index has reached the chain's newest block once. */
  isComplete: boolean('is_complete').notNull().default(false),
  /**
   * Whether a node has shown that the head is its newest block, since a process began to follow the
   * chain.
   */
  isConfirmed: boolean('is_confirmed').notNull().default(false),
  /** Whether nodes show a different chain, from a final block on. */
  isAlarmed: boolean('is_alarmed').notNull().default(false),
})

export const blocks = pgTable(
  'blocks',
  {
    chain: integer().notNull(),
    number: count().notNull(),
    hash: hexBytes().notNull(),
    /** Seconds since 1970. */
    minedAt: count('mined_at').notNull(),
    /** Whether coins sent by contracts are known. */
    isTraced: boolean('is_traced').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.number] })],
)

export const transactions = pgTable(
  'transactions',
  {
    chain: integer().notNull(),
    block: count().notNull(),
    index: integer().notNull(),
    hash: hexBytes().notNull(),
    sender: hexBytes().notNull(),
    /** Null for a transaction that creates a contract. */
    recipient: hexBytes(),
    /** The contract that it created. */
    created: hexBytes(),
    /** In the native coin's smallest unit. */
    value: amount().notNull(),
    /** The fee that the sender paid, in the same unit. */
    fee: amount().notNull(),
    nonce: count().notNull(),
    succeeded: boolean().notNull(),
    /** The first four bytes of the data; null when it has fewer. */
    selector: hexBytes(),
    /** Whether the transaction has data. */
    hasData: boolean('has_data').notNull(),
    /**
     * Whether a text by the sender (a memo of Solana) links to a site, or promises something. The
     * text is not stored.
     */
    hasLure: boolean('has_lure').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.index] })],
)

/** The asset of a transfer: the coin, the coin sent by a contract, ERC-20, ERC-721, ERC-1155. */
export const kinds = { native: 0, internal: 1, erc20: 2, erc721: 3, erc1155: 4 } as const
export type Kind = (typeof kinds)[keyof typeof kinds]

export const transfers = pgTable(
  'transfers',
  {
    chain: integer().notNull(),
    block: count().notNull(),
    index: integer().notNull(),
    /** The index among the transfers of the transaction. */
    position: integer().notNull(),
    kind: smallint().$type<Kind>().notNull(),
    /** The contract; 0xeeee… for the coin. */
    token: hexBytes().notNull(),
    /** 0 for tokens without ids. */
    tokenId: amount('token_id').notNull(),
    /** 0x0 for minted tokens. */
    sender: hexBytes().notNull(),
    /** 0x0 for burnt tokens. */
    recipient: hexBytes().notNull(),
    amount: amount().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.index, table.position] })],
)

export const approvals = pgTable(
  'approvals',
  {
    chain: integer().notNull(),
    block: count().notNull(),
    index: integer().notNull(),
    position: integer().notNull(),
    owner: hexBytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.index, table.position] })],
)

/** The accounts that each transaction involves. */
export const activity = pgTable(
  'activity',
  {
    account: hexBytes().notNull(),
    chain: integer().notNull(),
    minedAt: count('mined_at').notNull(),
    block: count().notNull(),
    index: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.chain, table.minedAt, table.block, table.index] }),
  ],
)

/**
 * Sums of the token transfers of an account. They are its holdings, if the token's logs are
 * correct. The coin is not included.
 */
export const holdings = pgTable(
  'holdings',
  {
    owner: hexBytes().notNull(),
    chain: integer().notNull(),
    token: hexBytes().notNull(),
    kind: smallint().$type<Kind>().notNull(),
    tokenId: amount('token_id').notNull(),
    amount: amount().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.chain, table.token, table.kind, table.tokenId] }),
  ],
)

/** Pools that determine prices. */
export const pools = pgTable(
  'pools',
  {
    chain: integer().notNull(),
    address: hexBytes().notNull(),
    token0: hexBytes().notNull(),
    token1: hexBytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address] })],
)

/** The reserves of a pool after a block that changed them. */
export const reserves = pgTable(
  'reserves',
  {
    chain: integer().notNull(),
    pool: hexBytes().notNull(),
    block: count().notNull(),
    reserve0: amount().notNull(),
    reserve1: amount().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.pool, table.block] })],
)
