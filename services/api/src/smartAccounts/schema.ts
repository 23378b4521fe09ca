/** The tables of user operations and sponsorships. Times are milliseconds since 1970. */
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, count, hexBytes } from '@latchkey/server/db/columns'

/**
 * The state of an operation. `sent`: a transaction with it is stored, and is sent until it is
 * mined. `included`: it is in a block, which may still be replaced. `final`: the block is final.
 * `dropped`: it was not included and is not sent any more.
 */
export type OperationState = 'waiting' | 'sent' | 'included' | 'final' | 'dropped'

/** Operations that this service has taken. */
export const operations = pgTable(
  'user_operations',
  {
    /** EntryPoint's hash. It contains the chain id. */
    hash: hexBytes().primaryKey(),
    /** A CAIP-2 id. */
    networkId: text('network_id').notNull(),
    /** The project that sent it; empty without one. */
    project: text().notNull(),
    sender: hexBytes().notNull(),
    nonce: amount().notNull(),
    /** The operation as bundlers write it in JSON, without the authorisation. */
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** The authorisation (EIP-7702) that is sent with it. */
    authorization: jsonb('authorization_7702').$type<StoredAuthorization>(),
    state: text().$type<OperationState>().notNull(),
    /** Why it was dropped. */
    reason: text(),
    /** How often a transaction with it was reverted or displaced. */
    failures: integer().notNull(),
    createdAt: count('created_at').notNull(),
    updatedAt: count('updated_at').notNull(),
    /** The nonce of the executor's transaction with it. */
    executor: hexBytes(),
    executorNonce: count('executor_nonce'),
    /** The transaction and the block in which it is. */
    transactionHash: hexBytes('transaction_hash'),
    blockHash: hexBytes('block_hash'),
    blockNumber: count('block_number'),
  },
  (table) => [
    index('user_operations_open').on(table.networkId, table.state, table.createdAt),
    index('user_operations_sender').on(table.networkId, table.sender, table.state),
    index('user_operations_bundle').on(table.networkId, table.executor, table.executorNonce),
  ],
)

/** An authorisation as JSON: numbers as decimal text. */
export type StoredAuthorization = {
  address: `0x${string}`
  chainId: number
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
}

/**
 * The state of a transaction. `outbid`: another one with its nonce has higher fees. `displaced`: a
 * foreign transaction has its nonce. `isEmpty`: it only ends an earlier one with its nonce.
 */
export type BundleState = 'sent' | 'outbid' | 'mined' | 'reverted' | 'displaced'

/** Transactions of executors. They are stored before they are sent. */
export const bundles = pgTable(
  'operation_bundles',
  {
    executor: hexBytes().notNull(),
    networkId: text('network_id').notNull(),
    nonce: count().notNull(),
    hash: hexBytes().notNull(),
    raw: hexBytes().notNull(),
    state: text().$type<BundleState>().notNull(),
    isEmpty: boolean('is_empty').notNull(),
    createdAt: count('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.networkId, table.executor, table.nonce, table.hash] })],
)

/**
 * What the paymaster has signed: one row for each nonce of an account and project, because only one
 * operation with a nonce can be included.
 */
export const sponsorships = pgTable(
  'operation_sponsorships',
  {
    networkId: text('network_id').notNull(),
    project: text().notNull(),
    account: hexBytes().notNull(),
    nonce: amount().notNull(),
    /** The hashes of the signed operations. */
    hashes: jsonb().$type<`0x${string}`[]>().notNull(),
    /** The day on whose budgets it counts, in days since 1970. */
    day: integer().notNull(),
    /** The most that it may cost, in wei; once it is settled, what it has cost. */
    cost: amount().notNull(),
    isSettled: boolean('is_settled').notNull(),
    /** The newest block when it was first signed. */
    fromBlock: count('from_block').notNull(),
    /** Until when a signature counts, in seconds since 1970. */
    validUntil: count('valid_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.networkId, table.project, table.account, table.nonce] }),
    index('operation_sponsorships_open').on(table.networkId, table.isSettled, table.validUntil),
  ],
)

/** What was spent or is reserved, in wei. The account is empty for the sum of all accounts. */
export const budgets = pgTable(
  'operation_budgets',
  {
    networkId: text('network_id').notNull(),
    project: text().notNull(),
    account: hexBytes().notNull(),
    day: integer().notNull(),
    used: amount().notNull(),
  },
  (table) => [primaryKey({ columns: [table.networkId, table.project, table.account, table.day] })],
)
