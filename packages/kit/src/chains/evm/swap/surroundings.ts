import { isObject } from '@latchkey/protocol/isObject'
import { orNothing } from '../../../core/orNothing.ts'
import type { Chain } from '../provider/chain.ts'
import { isQuantity, quantityOf, toQuantity, word } from '../provider/quantity.ts'
import { readGasPrice } from '../send/fees.ts'

/**
 * What a contract sees around a transaction, as the next block is expected to have it: a run has
 * the same, so that a contract can't tell it from a block. Names of `eth_simulateV1` and
 * `eth_call`; addresses and numbers in hex.
 */
export type Surroundings = {
  /** The values of the next block. */
  block: Readonly<Record<string, string>>
  /** The price that the transaction pays for gas, in the fields of a transaction. */
  price: Readonly<Record<string, string>>
  /** The account's coins, in wei. */
  native: bigint
  /** An address by chance that has coins, and looks at the account between its calls. */
  looker: string
  /** An address by chance where code stands that tells what it sees. */
  eye: string
}

/**
 * Seconds after which the next block is expected: that of Ethereum, and none that a contract of
 * another network could know to be wrong.
 */
const nextBlock = 12n

/**
 * What the next block is expected to be. Undefined where the node does not tell. @throws KitError
 * requestAborted
 */
export async function readSurroundings(
  chain: Chain,
  account: string,
): Promise<Surroundings | undefined> {
  const [latest, gasPrice, native] = await Promise.all([
    orNothing(chain.ask('eth_getBlockByNumber', ['latest', false])),
    orNothing(readGasPrice(chain)),
    orNothing(chain.quantity('eth_getBalance', [account, 'latest'])),
  ])
  if (
    !isObject(latest) ||
    !isQuantity(latest['number']) ||
    !isQuantity(latest['timestamp']) ||
    gasPrice === undefined ||
    native === undefined
  )
    return undefined
  const { gasLimit, miner, baseFeePerGas, excessBlobGas } = latest
  const { expected, most, maxPriorityFeePerGas: tip } = gasPrice
  const hasBase = isQuantity(baseFeePerGas) && tip !== undefined
  const blobFee = isQuantity(excessBlobGas)
    ? ((await orNothing(chain.quantity('eth_blobBaseFee', []))) ?? 1n)
    : undefined
  return {
    block: {
      number: toQuantity(quantityOf(latest['number']) + 1n),
      time: toQuantity(quantityOf(latest['timestamp']) + nextBlock),
      prevRandao: `0x${chance(32)}`,
      ...(isQuantity(gasLimit) && { gasLimit }),
      ...(typeof miner === 'string' && { feeRecipient: miner }),
      ...(hasBase && { baseFeePerGas: toQuantity(expected - tip) }),
      ...(blobFee !== undefined && { blobBaseFee: toQuantity(blobFee) }),
    },
    price: hasBase
      ? { maxFeePerGas: toQuantity(most), maxPriorityFeePerGas: toQuantity(tip) }
      : { gasPrice: toQuantity(expected) },
    native,
    looker: `0x${chance(20)}`,
    eye: `0x${chance(20)}`,
  }
}

/** Most wei that the transaction pays for a unit of gas. */
export const mostPerGas = ({ price }: Pick<Surroundings, 'price'>): bigint =>
  BigInt(price['maxFeePerGas'] ?? price['gasPrice'] ?? 0)

const chance = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * What the eye answers with: the balance of the address in its data, BASEFEE, GASPRICE and
 * TIMESTAMP, a word each.
 */
export const eyeCode = ['60003531600052', '48602052', '3a604052', '42606052', '60806000f3'].join('')

/** The call by which the eye tells the coins of an address, and what it sees. */
export const lookOf = (eye: string, address: string) => ({ to: eye, data: `0x${word(address)}` })

/**
 * The price that a unit of gas had, where the eye has seen what the next block is expected to have;
 * undefined where it has seen something else. @param words without `0x`
 */
export function priceSeen(words: string, { block, price }: Surroundings): bigint | undefined {
  const [, base = 0n, paid = 0n, time = 0n] = (words.match(/.{64}/g) ?? []).map((one) =>
    BigInt(`0x${one}`),
  )
  const isPaid = BigInt(price['maxFeePerGas'] ?? price['gasPrice'] ?? 0) > 0n
  // the number is another one inside of some rollups
  return base === BigInt(block['baseFeePerGas'] ?? 0) &&
    paid > 0n === isPaid &&
    time === BigInt(block['time'] ?? 0)
    ? paid
    : undefined
}
