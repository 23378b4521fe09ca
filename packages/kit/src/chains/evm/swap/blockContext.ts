import { toHex } from '@latchkey/protocol/hex'
import { isObject } from '@latchkey/protocol/isObject'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { isQuantity, quantityOf, toQuantity, word } from '../provider/quantity.ts'
import { readGasPrice } from '../send/fees.ts'

/**
 * What a contract can see in the expected next block. The simulation shows the same values, so a
 * contract can't distinguish the simulation from a block. The names of the fields are those of
 * `eth_simulateV1` and `eth_call`; addresses and numbers are in hex.
 */
export type BlockContext = {
  /** The values of the next block. */
  block: Readonly<Record<string, string>>
  /** The gas price that the transaction pays, under the names of a transaction's fields. */
  price: Readonly<Record<string, string>>
  /** The account's native balance, in wei. */
  native: bigint
  /** A random address with a native balance. It sends the reads between the account's calls. */
  observer: string
  /** A random address with the code of the probe, which reports the values of the block. */
  probe: string
}

/**
 * Seconds until the expected next block: Ethereum's block time, used for all networks. It may be
 * wrong there, but a contract can't notice that.
 */
const secondsToNextBlock = 12n

/**
 * The expected next block. Undefined if the node does not answer.
 * @throws KitError requestAborted
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
  const { expected, max, maxPriorityFeePerGas: tip } = gasPrice
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
      ? { maxFeePerGas: toQuantity(max), maxPriorityFeePerGas: toQuantity(tip) }
      : { gasPrice: toQuantity(expected) },
    native,
    observer: `0x${randomHex(20)}`,
    probe: `0x${randomHex(20)}`,
  }
}

/** The maximum price of a unit of gas that the transaction pays, in wei. */
export const maxGasPrice = ({ price }: Pick<BlockContext, 'price'>): bigint =>
  BigInt(price['maxFeePerGas'] ?? price['gasPrice'] ?? 0)

const randomHex = (bytes: number) => toHex(crypto.getRandomValues(new Uint8Array(bytes)))

/**
 * Code of the probe. It returns the balance of the address in its data, BASEFEE, GASPRICE and
 * TIMESTAMP, a word each.
 */
export const probeCode = ['60003531600052', '48602052', '3a604052', '42606052', '60806000f3'].join(
  '',
)

/**
 * The call by which the probe reads the native balance of an address and the values of the block.
 */
export const probeCall = (probe: string, address: string) => ({
  to: probe,
  data: `0x${word(address)}`,
})

/**
 * The price of a unit of gas in the simulation. Undefined if the probe has seen other values
 * than those of the expected next block.
 * @param text the words that the probe returned, in hex without `0x`
 */
export function observedGasPrice(text: string, { block, price }: BlockContext): bigint | undefined {
  const [, base = 0n, paid = 0n, time = 0n] = (text.match(/.{64}/g) ?? []).map((hex) =>
    BigInt(`0x${hex}`),
  )
  const isPaid = BigInt(price['maxFeePerGas'] ?? price['gasPrice'] ?? 0) > 0n
  // the block number is not compared: some rollups show contracts another number
  return base === BigInt(block['baseFeePerGas'] ?? 0) &&
    paid > 0n === isPaid &&
    time === BigInt(block['time'] ?? 0)
    ? paid
    : undefined
}
