/**
 * The fields that are read of nodes' answers about blocks. Source: Ethereum JSON-RPC
 * (execution-apis)
 */
import { isObject, isRecord } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { listOf, readShape } from '@latchkey/protocol/border'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { scalars, type Reading } from '../../../providers/rpcAnswer.ts'
import { bigOf, bytesOf, hexOf, otherShape, smallOf } from './hexFields.ts'

/* @__NO_SIDE_EFFECTS__ */
function hex(pattern: RegExp) {
  return v.pipe(
    v.string(),
    v.regex(pattern),
    v.transform((text) => text.toLowerCase() as Hex),
  ) // `pattern` begins with 0x
}

export const address = hex(/^0x[0-9a-f]{40}$/i)
const hash = hex(/^0x[0-9a-f]{64}$/i)
/** A number of at most 256 bits. */
export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)
/** A number that fits into a double: a height, a time or a nonce. */
const small = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,16}$/i),
  v.transform((text) => Number(text)),
  v.safeInteger(),
)

/** Numbers of hex digits. With those of gas and its prices every fee is below 2^256. */
const digits = { address: 40, hash: 64, quantity: 64, gas: 16, gasPrice: 32, feePart: 60 }

/**
 * Number of characters of a transaction's data that are kept. The first bytes name the called
 * method.
 */
const beginning = 12
/** Maximum of transactions in one block. */
const maxTransactions = 100_000
/** Maximum of logs in one transaction. So many logs cost 400 million gas. */
const maxLogs = 1_000_000

/** A transaction, as far as it is read. */
export type WireTransaction = {
  hash: Hex
  from: Hex
  to: Hex | null
  value: bigint
  nonce: number
  /** The beginning of the data. */
  input: Hex
  transactionIndex: number
}

/** @throws BorderError */
function readTransaction(value: Fields<WireTransaction>): WireTransaction {
  return {
    hash: hexOf(value.hash, digits.hash, 'hash'),
    from: hexOf(value.from, digits.address, 'from'),
    to: addressOrNull(value.to, 'to'),
    value: bigOf(value.value, digits.quantity, 'value'),
    nonce: smallOf(value.nonce, 'nonce'),
    input: bytesOf(value.input, 'input').slice(0, beginning) as Hex, // it still begins with 0x
    transactionIndex: smallOf(value.transactionIndex, 'transactionIndex'),
  }
}

/** The fields of an object before they are checked. */
type Fields<shape> = { readonly [field in keyof shape]?: unknown }

const addressOrNull = (value: unknown, field: string) =>
  value == null ? null : hexOf(value, digits.address, field)

const headerEntries = { number: small, hash, parentHash: hash, timestamp: small }
const header = v.object(headerEntries)
export type Header = v.InferOutput<typeof header>

/** A log, as far as it is read. */
export type Log = { address: Hex; topics: readonly Hex[]; data: Hex }

/** Maximum of topics of a log. */
const maxTopics = 4

/** @throws BorderError */
function readLog({ address, topics, data }: Fields<Log>): Log {
  if (!Array.isArray(topics) || topics.length > maxTopics) throw otherShape('topics')
  return {
    address: hexOf(address, digits.address, 'address'),
    topics: topics.map((topic: unknown) => hexOf(topic, digits.hash, 'topics')),
    data: bytesOf(data, 'data'),
  }
}

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

/** A receipt, as far as it is read. */
export type Receipt = {
  transactionHash: Hex
  blockHash: Hex
  /** Missing in receipts before Byzantium, which do not show whether the transaction succeeded. */
  status: number
  gasUsed: bigint
  effectiveGasPrice: bigint
  contractAddress: Hex | null
  logs: readonly Log[]
  /** On a rollup: the fee for writing to its base layer. */
  l1Fee: bigint
  blobGasUsed: bigint
  blobGasPrice: bigint
}

/**
 * Reads a receipt whose logs were already read as they arrived.
 * @throws BorderError
 */
function readReceipt(value: Fields<Receipt>): Receipt {
  const { logs, status: code = '0x1', effectiveGasPrice = '0x0' } = value
  const status = smallOf(code, 'status')
  if (status > 1) throw otherShape('status')
  if (!Array.isArray(logs) || logs.length > maxLogs) throw otherShape('logs')
  return {
    transactionHash: hexOf(value.transactionHash, digits.hash, 'transactionHash'),
    blockHash: hexOf(value.blockHash, digits.hash, 'blockHash'),
    status,
    gasUsed: bigOf(value.gasUsed, digits.gas, 'gasUsed'),
    effectiveGasPrice: bigOf(effectiveGasPrice, digits.gasPrice, 'effectiveGasPrice'),
    contractAddress: addressOrNull(value.contractAddress, 'contractAddress'),
    logs, // only objects are in this list, and each became a log
    l1Fee: bigOf(value.l1Fee ?? '0x0', digits.feePart, 'l1Fee'),
    blobGasUsed: bigOf(value.blobGasUsed ?? '0x0', digits.gas, 'blobGasUsed'),
    blobGasPrice: bigOf(value.blobGasPrice ?? '0x0', digits.gasPrice, 'blobGasPrice'),
  }
}

const fields = {
  transaction: ['hash', 'from', 'to', 'value', 'nonce', 'input', 'transactionIndex'],
  log: ['address', 'topics', 'data'],
  receipt: [
    'transactionHash',
    'blockHash',
    'status',
    'gasUsed',
    'effectiveGasPrice',
    'contractAddress',
    'logs',
    'l1Fee',
    'blobGasUsed',
    'blobGasPrice',
  ],
} as const

/**
 * The members that are read of each kind of JSON object, and whether a member is a single value or
 * a list.
 */
const kinds = {
  header: scalars(Object.keys(headerEntries)),
  transaction: scalars(fields.transaction),
  receipt: { ...scalars(fields.receipt), logs: 'list' },
  log: { ...scalars(fields.log), topics: 'list' },
} as const

const receiptMembers = [...fields.receipt, ...fields.log]

/** Reads a block's header; null if there is no such block. */
export const headerReading: Reading<Header | null> = {
  members: Object.keys(headerEntries),
  kinds: { result: kinds.header },
  begin: () => ({ read: (result) => readShape(v.nullable(header), result) }),
}

/** Reads a block with its transactions, one by one as they arrive. */
export const blockReading: Reading<v.InferOutput<typeof block> | null> = {
  members: [...Object.keys(block.entries), ...fields.transaction],
  objectLists: ['transactions'],
  kinds: { result: { ...kinds.header, transactions: 'list' }, transactions: kinds.transaction },
  begin: () => ({
    reduce: (value, { name }) => (name === 'transactions' ? readTransaction(value) : value),
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
      name === 'logs' ? readLog(value) : name === 'result' ? readReceipt(value) : value,
    read: (result) => readShape(v.nullable(listOf(readAs<Receipt>(), maxTransactions)), result),
  }),
}

export const receiptReading: Reading<Receipt | null> = {
  members: receiptMembers,
  objectLists: ['result', 'logs'],
  scalarLists: ['topics'],
  kinds: { result: kinds.receipt, logs: kinds.log },
  begin: () => ({
    reduce: (value, { name }) => (name === 'logs' ? readLog(value) : value),
    read: (result) => (result === null ? null : readReceipt(isObject(result) ? result : {})),
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
