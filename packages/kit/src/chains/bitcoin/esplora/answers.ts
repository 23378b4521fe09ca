import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'

/** All coins that can ever exist, in satoshi. */
const maxSatoshi = 2_100_000_000_000_000
/** The most inputs or outputs that a transaction in a block of 4,000,000 units can have. */
const maxParts = 110_000

/** A place in a transaction, which names a coin: the txid and the number of the output. */
export type Outpoint = { txid: string; vout: number }

/**
 * An output: its script in hexadecimal, its address where it has one, and its amount in satoshi.
 */
export type ShownOutput = { script: string; address?: string; amount: bigint }

/**
 * A transaction as an Esplora shows it. `spent` are the coins of the inputs, without the output of
 * a coin that comes from a block reward. `blockTime` in milliseconds. `fee` in satoshi.
 */
export type ShownTransaction = {
  txid: string
  spent: readonly (Outpoint & { output?: ShownOutput; sequence: number })[]
  outputs: readonly ShownOutput[]
  fee: bigint
  weight: number
  height?: number
  blockTime?: number
}

/** The text that names a coin: `txid:vout`. */
export const coinKey = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/**
 * Reads an amount in satoshi.
 * @throws KitError answerInvalid
 */
export function satoshiOf(value: unknown): bigint {
  const amount = countOf(value)
  if (amount > maxSatoshi) throw kitError('answerInvalid')
  return BigInt(amount)
}

/**
 * Reads a whole number that is not negative.
 * @throws KitError answerInvalid
 */
export function countOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw kitError('answerInvalid')
  return value
}

/**
 * Reads a txid, in lower case.
 * @throws KitError answerInvalid
 */
export function txidOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[\da-f]{64}$/i.test(value)) throw kitError('answerInvalid')
  return value.toLowerCase()
}

/**
 * Reads a list.
 * @throws KitError answerInvalid, also for a list that no block could contain
 */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length > maxParts) throw kitError('answerInvalid')
  return value
}

/**
 * The height of the block that has a coin or a transaction. Undefined while it is in no block.
 * @throws KitError answerInvalid
 */
export function heightOf(status: unknown): number | undefined {
  const { confirmed, block_height } = partsOf(status)
  if (confirmed !== true && confirmed !== false) throw kitError('answerInvalid')
  return confirmed ? countOf(block_height) : undefined
}

/**
 * Reads a transaction. Source: GET /tx/:txid
 * @throws KitError answerInvalid
 */
export function transactionIn(answer: unknown): ShownTransaction {
  const { txid, vin, vout, fee, weight, status } = partsOf(answer)
  const height = heightOf(status)
  const time = partsOf(status)['block_time']
  return {
    txid: txidOf(txid),
    spent: listOf(vin).map((input) => {
      const { txid: parent, vout: index, prevout, is_coinbase, sequence } = partsOf(input)
      return {
        txid: txidOf(parent),
        vout: countOf(index),
        sequence: countOf(sequence),
        ...(is_coinbase !== true && { output: outputIn(prevout) }),
      }
    }),
    outputs: listOf(vout).map(outputIn),
    fee: satoshiOf(fee),
    weight: countOf(weight),
    ...(height !== undefined && { height }),
    ...(height !== undefined &&
      typeof time === 'number' &&
      time > 0 && { blockTime: time * 1_000 }),
  }
}

function outputIn(value: unknown): ShownOutput {
  const { scriptpubkey, scriptpubkey_address, value: amount } = partsOf(value)
  if (typeof scriptpubkey !== 'string' || !/^(?:[\da-f]{2})*$/i.test(scriptpubkey))
    throw kitError('answerInvalid')
  return {
    script: scriptpubkey.toLowerCase(),
    amount: satoshiOf(amount),
    ...(typeof scriptpubkey_address === 'string' && { address: scriptpubkey_address }),
  }
}
