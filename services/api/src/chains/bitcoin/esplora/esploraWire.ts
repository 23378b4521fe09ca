import * as v from 'valibot'
import { listOf, readShape } from '@latchkey/protocol/border'
import { isRecord } from '@latchkey/protocol/isObject'
import type { Reading } from '../../../providers/rpcAnswer.ts'
import { txidOf } from './txidOf.ts'

/** All coins that can ever exist, in satoshi. */
export const allCoins = 2_100_000_000_000_000
/** More blocks than the chain has in a century. */
const maxHeight = 10_000_000

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/))
const uint32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))
const height = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxHeight))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const satoshi = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(allCoins),
  v.transform((amount) => BigInt(amount)),
)
/** A sum over the whole history of an address. The same coins may be in it many times. */
const sum = v.pipe(
  count,
  v.transform((amount) => BigInt(amount)),
)

const output = v.object({ scriptpubkey: hex, value: satoshi })

/** Maximum of inputs and of outputs of a transaction. A block has no room for more. */
const maxCoins = 120_000
/** Maximum of transactions on a page. Known servers have up to 75. */
const maxRows = 200

const transaction = v.pipe(
  v.object({
    txid: hash,
    version: v.pipe(v.number(), v.integer(), v.minValue(-0x8000_0000), v.maxValue(0xffff_ffff)),
    locktime: uint32,
    vin: v.pipe(
      listOf(
        v.object({
          txid: hash,
          vout: uint32,
          prevout: v.nullish(output),
          scriptsig: v.optional(hex, ''),
          is_coinbase: v.boolean(),
          sequence: uint32,
        }),
        maxCoins,
      ),
      v.minLength(1),
    ),
    vout: v.pipe(listOf(output, maxCoins), v.minLength(1)),
    fee: satoshi,
    status: v.variant('confirmed', [
      v.object({
        confirmed: v.literal(true),
        block_height: height,
        block_hash: hash,
        block_time: uint32,
      }),
      v.object({ confirmed: v.literal(false) }),
    ]),
  }),
  v.check((found) => txidOf(found) === found.txid, 'Not the transaction of its id'),
  v.check(({ vin }) => vin.length === 1 || !vin.some((input) => input.is_coinbase)),
  v.check(({ vin }) => vin.every((input) => input.is_coinbase === !input.prevout)),
  v.check((found) => isBalanced(found), 'Its fee is not what its coins leave'),
)

/**
 * A transaction of an Esplora's answer. Its id fits its bytes, so that its inputs and outputs are
 * real. What the spent outputs (`prevout`) were is the server's claim.
 */
export type EsploraTransaction = v.InferOutput<typeof transaction>

type Coins = {
  vin: readonly { prevout?: { value: bigint } | null | undefined; is_coinbase: boolean }[]
  vout: readonly { value: bigint }[]
  fee: bigint
}

/** Whether the inputs pay the outputs and the fee. A coinbase makes coins, and pays no fee. */
function isBalanced({ vin, vout, fee }: Coins): boolean {
  if (vin.some((input) => input.is_coinbase)) return true
  const spent = vin.reduce((total, { prevout }) => total + (prevout?.value ?? 0n), 0n)
  const paid = vout.reduce((total, { value }) => total + value, 0n)
  return spent - paid === fee
}

const stats = v.object({
  funded_txo_sum: sum,
  spent_txo_sum: sum,
  tx_count: count,
})

const address = v.object({ chain_stats: stats, mempool_stats: stats })

/** What an Esplora knows about an address: the sums of what it has received and spent. */
export type AddressStats = v.InferOutput<typeof address>

const read = <schema extends v.GenericSchema>(schema: schema): Reading<v.InferOutput<schema>> => ({
  begin: () => ({ read: (result) => readShape(schema, result) }),
})

const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,8}$/),
  v.transform((text) => Number(text)),
)

/**
 * Reads transactions. Each is checked as it arrives, and the first invalid one ends the reading, so
 * that a long answer does not hold up other work.
 */
const readTransactions = <value>(schema: v.GenericSchema<unknown, value>): Reading<value> => ({
  begin: () => ({
    reduce: (value, { name }) => (name === '' ? readShape(transaction, value) : value),
    read: (result) => readShape(schema, result),
  }),
})
const checked = v.custom<EsploraTransaction>(isRecord)

/** How the answers of an Esplora are read, by method of `esploraNodes`. */
export const readings = {
  tipHeight: read(v.pipe(digits, height)),
  blockHash: read(hash),
  address: read(address),
  transaction: readTransactions(checked),
  transactions: readTransactions(listOf(checked, maxRows)),
}
