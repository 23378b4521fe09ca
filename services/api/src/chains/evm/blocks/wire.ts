/**
 * The fields that are read of nodes' answers about blocks. Source: Ethereum JSON-RPC
 * (execution-apis)
 */
import { isRecord } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { listOf, readShape } from '@latchkey/protocol/border'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { scalars, type Reading } from '../../../providers/rpcAnswer.ts'

/* @__NO_SIDE_EFFECTS__ */
function hex(pattern: RegExp) {
  return v.pipe(
    v.string(),
    v.regex(pattern),
    v.transform((text) => text.toLowerCase() as Hex),
  ) // `pattern` begins with 0x
}

/** A number with a maximum of hex digits. */
/* @__NO_SIDE_EFFECTS__ */
function numberOf(digits: number) {
  return v.pipe(
    v.string(),
    v.regex(new RegExp(`^0x[0-9a-f]{1,${digits}}$`, 'i')),
    v.transform((text) => BigInt(text)),
  )
}

export const address = hex(/^0x[0-9a-f]{40}$/i)
const hash = hex(/^0x[0-9a-f]{64}$/i)
const data = hex(/^0x(?:[0-9a-f]{2})*$/i)
/** A number of at most 256 bits. */
export const quantity = numberOf(64)
/** Amounts of gas and prices of gas. With these limits every fee is below 2^256. */
const gas = numberOf(16)
const gasPrice = numberOf(32)
const feePart = numberOf(60)
/** A number that fits into a double: a height, a time or a nonce. */
const small = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,16}$/i),
  v.transform((text) => Number(text)),
  v.safeInteger(),
)

/**
 * Number of characters of a transaction's data that are kept. The first bytes name the called
 * method.
 */
const beginning = 12
/** Maximum of transactions in one block. */
const maxTransactions = 100_000
/** Maximum of logs in one transaction. So many logs cost 400 million gas. */
const maxLogs = 1_000_000

const transaction = v.object({
  hash,
  from: address,
  to: v.nullish(address, null),
  value: quantity,
  nonce: small,
  input: v.pipe(
    data,
    v.transform((text) => text.slice(0, beginning) as Hex),
  ), // the text still begins with 0x
  transactionIndex: small,
})
export type WireTransaction = v.InferOutput<typeof transaction>

const headerEntries = { number: small, hash, parentHash: hash, timestamp: small }
const header = v.object(headerEntries)
export type Header = v.InferOutput<typeof header>

const log = v.object({ address, topics: listOf(hash, 4), data })
export type Log = v.InferOutput<typeof log>

/**
 * The schema of a list's item whose members were already checked as they arrived. It only checks
 * that the item is an object.
 */
/* @__NO_SIDE_EFFECTS__ */
export function readAs<item>() {
  return v.custom<item>(isRecord)
}

const block = v.object({
  ...headerEntries,
  transactions: listOf(readAs<WireTransaction>(), maxTransactions),
})

const receipt = v.object({
  transactionHash: hash,
  blockHash: hash,
  /** Missing in receipts before Byzantium, which do not show whether the transaction succeeded. */
  status: v.optional(v.pipe(small, v.maxValue(1)), '0x1'),
  gasUsed: gas,
  effectiveGasPrice: v.optional(gasPrice, '0x0'),
  contractAddress: v.nullish(address, null),
  logs: listOf(readAs<Log>(), maxLogs),
  /** On a rollup: the fee for writing to its base layer. */
  l1Fee: v.nullish(feePart, '0x0'),
  blobGasUsed: v.nullish(gas, '0x0'),
  blobGasPrice: v.nullish(gasPrice, '0x0'),
})
export type Receipt = v.InferOutput<typeof receipt>

/**
 * The members that are read of each kind of JSON object, and whether a member is a single value or
 * a list.
 */
const kinds = {
  header: scalars(Object.keys(headerEntries)),
  transaction: scalars(Object.keys(transaction.entries)),
  receipt: { ...scalars(Object.keys(receipt.entries)), logs: 'list' },
  log: { ...scalars(Object.keys(log.entries)), topics: 'list' },
} as const

const receiptMembers = [...Object.keys(receipt.entries), ...Object.keys(log.entries)]

/** Reads a block's header; null if there is no such block. */
export const headerReading: Reading<Header | null> = {
  members: Object.keys(headerEntries),
  kinds: { result: kinds.header },
  begin: () => ({ read: (result) => readShape(v.nullable(header), result) }),
}

/** Reads a block with its transactions, one by one as they arrive. */
export const blockReading: Reading<v.InferOutput<typeof block> | null> = {
  members: [...Object.keys(block.entries), ...Object.keys(transaction.entries)],
  objectLists: ['transactions'],
  kinds: { result: { ...kinds.header, transactions: 'list' }, transactions: kinds.transaction },
  begin: () => ({
    reduce: (value, { name }) => (name === 'transactions' ? readShape(transaction, value) : value),
    read: (result) => readShape(v.nullable(block), result),
  }),
}

/** Reads all receipts of a block. Their logs are read one by one as they arrive. */
export const receiptsReading: Reading<readonly Receipt[] | null> = {
  members: receiptMembers,
  objectLists: ['result', 'logs'],
  scalarLists: ['topics'],
  kinds: { result: kinds.receipt, logs: kinds.log },
  begin: () => ({
    reduce: (value, { name }) =>
      name === 'logs'
        ? readShape(log, value)
        : name === 'result'
          ? readShape(receipt, value)
          : value,
    read: (result) => readShape(v.nullable(listOf(readAs<Receipt>(), maxTransactions)), result),
  }),
}

export const receiptReading: Reading<Receipt | null> = {
  members: receiptMembers,
  objectLists: ['result', 'logs'],
  scalarLists: ['topics'],
  kinds: { result: kinds.receipt, logs: kinds.log },
  begin: () => ({
    reduce: (value, { name }) => (name === 'logs' ? readShape(log, value) : value),
    read: (result) => readShape(v.nullable(receipt), result),
  }),
}

/**
 * A block with all data for the index, as nodes reported it. `internal` is undefined if no node
 * could trace the block.
 */
export type WireBlock = v.InferOutput<typeof block> & {
  receipts: readonly Receipt[]
  internal: readonly InternalTransfer[] | undefined
}

/** Coins that a contract sent in the block's transaction with the number `index`. */
export type InternalTransfer = { index: number; sender: Hex; recipient: Hex; amount: bigint }
