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
type Output = v.InferOutput<typeof output>
/** An object of an inner list, which was checked when it arrived. */
const checked = <value>() => v.custom<value>(isRecord)

const input = v.object({
  txid: hash,
  vout: uint32,
  prevout: v.nullish(checked<Output>()),
  scriptsig: v.optional(hex, ''),
  is_coinbase: v.boolean(),
  sequence: uint32,
})
type Input = v.InferOutput<typeof input>

/** Maximum of inputs and of outputs of a transaction. A block has no room for more. */
const maxCoins = 120_000
/** Maximum of transactions on a page. Known servers have up to 75. */
const maxRows = 200

const transaction = v.pipe(
  v.object({
    txid: hash,
    version: v.pipe(v.number(), v.integer(), v.minValue(-0x8000_0000), v.maxValue(0xffff_ffff)),
    locktime: uint32,
    vin: v.pipe(listOf(checked<Input>(), maxCoins), v.minLength(1)),
    vout: v.pipe(listOf(checked<Output>(), maxCoins), v.minLength(1)),
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
  v.check(({ vin }) => vin.length === 1 || !vin.some(({ is_coinbase }) => is_coinbase)),
  v.check(({ vin }) => vin.every(({ is_coinbase, prevout }) => is_coinbase === !prevout)),
  v.check((found) => isBalanced(found), 'Its fee is not what its coins leave'),
)
type WholeTransaction = v.InferOutput<typeof transaction>

/** An output with its number in the transaction. */
export type NumberedOutput = Output & { index: number }

/**
 * A transaction of an Esplora's answer. Its id fits its bytes, so that its inputs and outputs are
 * real. What the spent outputs (`prevout`) were is the server's claim. `vout` lacks outputs of
 * others if there are many and the account pays for nothing.
 */
export type EsploraTransaction = Omit<WholeTransaction, 'vout' | 'version' | 'locktime'> & {
  vout: readonly NumberedOutput[]
}

type Coins = { vin: readonly Input[]; vout: readonly Output[]; fee: bigint }

/** Whether the inputs pay the outputs and the fee. A coinbase makes coins, and pays no fee. */
function isBalanced({ vin, vout, fee }: Coins): boolean {
  if (vin.some(({ is_coinbase }) => is_coinbase)) return true
  const spent = vin.reduce((total, { prevout }) => total + (prevout?.value ?? 0n), 0n)
  const paid = vout.reduce((total, { value }) => total + value, 0n)
  return spent - paid === fee
}

/** Number of outputs up to which all of them are stored. */
const fewOutputs = 100
/** The first byte of an output that carries data, in hex: OP_RETURN. */
const data = '6a'

/**
 * The part of a transaction that is used. A payment of a company may have thousands of outputs to
 * others, which would fill the memory.
 */
function usedPart(
  { txid, vin, vout, fee, status }: WholeTransaction,
  scripts: ReadonlySet<string>,
): EsploraTransaction {
  const outputs = vout.map((found, index) => ({ ...found, index }))
  const isOwn = vin.some(({ prevout }) => prevout && scripts.has(prevout.scriptpubkey))
  const used =
    isOwn || outputs.length <= fewOutputs
      ? outputs
      : outputs.filter(
          ({ scriptpubkey }) => scripts.has(scriptpubkey) || scriptpubkey.startsWith(data),
        )
  return { txid, vin, vout: used, fee, status }
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
 * Reads transactions of an account with these output scripts. Every object is checked as it
 * arrives, and the first invalid one ends the reading, so that a long answer neither fills the
 * memory nor holds up other work.
 */
const readTransactions = <value>(
  scripts: ReadonlySet<string>,
  schema: v.GenericSchema<unknown, value>,
): Reading<value> => ({
  begin: () => ({
    reduce(value, { name }) {
      if (name === 'vout' || name === 'prevout') return readShape(output, value)
      if (name === 'vin') return readShape(input, value)
      return name === '' ? usedPart(readShape(transaction, value), scripts) : value
    },
    read: (result) => readShape(schema, result),
  }),
})

/** How the answers of an Esplora are read, by method of `esploraNodes`. */
export const readings = {
  tipHeight: read(v.pipe(digits, height)),
  blockHash: read(hash),
  address: read(address),
  transaction: (scripts: ReadonlySet<string>) =>
    readTransactions(scripts, checked<EsploraTransaction>()),
  transactions: (scripts: ReadonlySet<string>) =>
    readTransactions(scripts, listOf(checked<EsploraTransaction>(), maxRows)),
}
