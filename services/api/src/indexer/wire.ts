/** What nodes answer about blocks, as far as it is read. Source: Ethereum JSON-RPC (execution-apis). */
import * as v from 'valibot'
import type { Hex } from '../chainIndex/chainIndex.ts'

/* @__NO_SIDE_EFFECTS__ */
function hex(pattern: RegExp) {
  return v.pipe(v.string(), v.regex(pattern), v.transform((text) => text.toLowerCase() as Hex)) // the pattern begins with 0x
}

export const address = hex(/^0x[0-9a-f]{40}$/i)
const hash = hex(/^0x[0-9a-f]{64}$/i)
export const data = hex(/^0x(?:[0-9a-f]{2})*$/i)
export const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,64}$/i), v.transform((text) => BigInt(text)))
/** Small enough for a number: heights, times, nonces. */
const small = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/i), v.transform((text) => Number(text)), v.safeInteger())

const transaction = v.object({
  hash,
  from: address,
  to: v.nullish(address, null),
  value: quantity,
  nonce: small,
  input: data,
  transactionIndex: small,
})

export const header = v.object({ number: small, hash, parentHash: hash, timestamp: small })
export type Header = v.InferOutput<typeof header>

export const block = v.object({ ...header.entries, transactions: v.array(transaction) })

export const log = v.object({ address, topics: v.pipe(v.array(hash), v.maxLength(4)), data })
export type Log = v.InferOutput<typeof log>

const receipt = v.object({
  transactionHash: hash,
  blockHash: hash,
  /** Absent before Byzantium, where nobody says whether it succeeded. */
  status: v.optional(small, '0x1'),
  gasUsed: quantity,
  effectiveGasPrice: v.optional(quantity, '0x0'),
  contractAddress: v.nullish(address, null),
  logs: v.array(log),
  /** What a rollup asks for writing to its base layer. */
  l1Fee: v.nullish(quantity, '0x0'),
  blobGasUsed: v.nullish(quantity, '0x0'),
  blobGasPrice: v.nullish(quantity, '0x0'),
})
export const oneReceipt = receipt
export const receipts = v.array(receipt)
export type Receipt = v.InferOutput<typeof receipt>

/** A block with everything that is indexed of it, as nodes told it. `internal` is undefined when no node could trace it. */
export type WireBlock = v.InferOutput<typeof block> & { receipts: readonly Receipt[]; internal: readonly InternalTransfer[] | undefined }

/** Coins that a contract sent in the transaction with the number `index`. */
export type InternalTransfer = { index: number; sender: Hex; recipient: Hex; amount: bigint }
