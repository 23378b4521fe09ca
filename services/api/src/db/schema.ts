/**
 * The tables of the index. All rows of a block have its chain and its number, so that the block can
 * be removed.
 */
import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { amount, count, hexBytes } from '@latchkey/server/db/columns'

/** The chains, and how far each is indexed. `head` is null before the first block. */
export const chains = pgTable('chains', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** A CAIP-2 id. */
  networkId: text('network_id').notNull().unique(),
  /** The first block that is indexed. */
  startBlock: count('start_block').notNull(),
  head: count(),
  headHash: hexBytes('head_hash'),
  /**
   * The highest number that the head has had. The depth of a rollback is counted from it. Only the
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
  /** Whether the nodes' chain differs from the indexed chain in a block that was already final. */
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
    /** Whether the coins that contracts sent are indexed. */
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
    /** The contract that the transaction created. */
    created: hexBytes(),
    /** In the coin's smallest unit. */
    value: amount().notNull(),
    /** The fee that the sender paid, in the coin's smallest unit. */
    fee: amount().notNull(),
    nonce: count().notNull(),
    succeeded: boolean().notNull(),
    /** The first four bytes of the data; null if it has fewer. */
    selector: hexBytes(),
    /** Whether the transaction has data. */
    hasData: boolean('has_data').notNull(),
    /**
     * Whether a text of the sender (on Solana a memo) links to a site or promises something. The
     * text itself is not stored.
     */
    hasLure: boolean('has_lure').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.index] })],
)

/** What a transfer moves: the coin, the coin sent by a contract, ERC-20, ERC-721, or ERC-1155. */
export const kinds = { native: 0, internal: 1, erc20: 2, erc721: 3, erc1155: 4 } as const
export type Kind = (typeof kinds)[keyof typeof kinds]

export const transfers = pgTable(
  'transfers',
  {
    chain: integer().notNull(),
    block: count().notNull(),
    index: integer().notNull(),
    /** The transfer's number within its transaction. */
    position: integer().notNull(),
    kind: smallint().$type<Kind>().notNull(),
    /** The token's contract; 0xeeee… for the coin. */
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

/** Which accounts take part in which transaction. */
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
 * The sums of an account's token transfers. They are what it holds, if the token's logs are honest.
 * The coin is not included.
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

/** The pools whose reserves give prices. */
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

/** The reserves of a pool after each block that changed them. */
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
