import { isObject } from '@latchkey/protocol/isObject'
import { orUndefined } from '../../../core/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { isQuantity, quantityOf, toQuantity, word } from '../provider/quantity.ts'
import { readGasPrice } from '../send/fees.ts'

/**
 * What a contract sees around a transaction, as the next block is expected to have it: a run has
 * the same, so that a contract can't tell it from a block. Names of `eth_simulateV1` and
 * `eth_call`; addresses and numbers in hex.
 */
export type BlockContext = {
  /** The values of the next block. */
  block: Readonly<Record<string, string>>
  /** The price that the transaction pays for gas, in the fields of a transaction. */
  price: Readonly<Record<string, string>>
  /** The account's coins, in wei. */
  native: bigint
  /** An address by chance that has coins, and looks at the account between its calls. */
  observer: string
  /** An address by chance where code stands that tells what it sees. */
  probe: string
}

/**
 * Seconds after which the next block is expected: that of Ethereum, and none that a contract of
 * another network could know to be wrong.
 */
const secondsToNextBlock = 12n

/**
 * What the next block is expected to be. Undefined where the node does not tell. @throws KitError
 * requestAborted
 */
export async function readBlockContext(
  chain: Chain,
  account: string,
): Promise<BlockContext | undefined> {
  const [latest, gasPrice, native] = await Promise.all([
    orUndefined(chain.request('eth_getBlockByNumber', ['latest', false])),
    orUndefined(readGasPrice(chain)),
    orUndefined(chain.quantity('eth_getBalance', [account, 'latest'])),
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
  const { expected, max: most, maxPriorityFeePerGas: tip } = gasPrice
  const hasBase = isQuantity(baseFeePerGas) && tip !== undefined
  const blobFee = isQuantity(excessBlobGas)
    ? ((await orUndefined(chain.quantity('eth_blobBaseFee', []))) ?? 1n)
    : undefined
  return {
    block: {
      number: toQuantity(quantityOf(latest['number']) + 1n),
      time: toQuantity(quantityOf(latest['timestamp']) + secondsToNextBlock),
      prevRandao: `0x${randomHex(32)}`,
      ...(isQuantity(gasLimit) && { gasLimit }),
      ...(typeof miner === 'string' && { feeRecipient: miner }),
      ...(hasBase && { baseFeePerGas: toQuantity(expected - tip) }),
      ...(blobFee !== undefined && { blobBaseFee: toQuantity(blobFee) }),
    },
    price: hasBase
      ? { maxFeePerGas: toQuantity(most), maxPriorityFeePerGas: toQuantity(tip) }
      : { gasPrice: toQuantity(expected) },
    native,
    observer: `0x${randomHex(20)}`,
    probe: `0x${randomHex(20)}`,
  }
}

/** Most wei that the transaction pays for a unit of gas. */
export const maxGasPrice = ({ price }: Pick<BlockContext, 'price'>): bigint =>
  BigInt(price['maxFeePerGas'] ?? price['gasPrice'] ?? 0)

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * What the eye answers with: the balance of the address in its data, BASEFEE, GASPRICE and
 * TIMESTAMP, a word each.
 */
export const probeCode = ['60003531600052', '48602052', '3a604052', '42606052', '60806000f3'].join(
  '',
)

/** The call by which the eye tells the coins of an address, and what it sees. */
export const probeCall = (probe: string, address: string) => ({
  to: probe,
  data: `0x${word(address)}`,
})

/**
 * The price that a unit of gas had, where the eye has seen what the next block is expected to have;
 * undefined where it has seen something else. @param text without `0x`
 */
export function observedGasPrice(text: string, { block, price }: BlockContext): bigint | undefined {
  const [, base = 0n, paid = 0n, time = 0n] = (text.match(/.{64}/g) ?? []).map((hex) =>
    BigInt(`0x${hex}`),
  )
  const isPaid = BigInt(price['maxFeePerGas'] ?? price['gasPrice'] ?? 0) > 0n
  // the number is another one inside of some rollups
  return base === BigInt(block['baseFeePerGas'] ?? 0) &&
    paid > 0n === isPaid &&
    time === BigInt(block['time'] ?? 0)
    ? paid
    : undefined
}
