import type { NetworkId } from '@latchkey/protocol/caip'
import { kitError } from '../../../core/errors/errors.ts'

/** The chain id in a network id of eip155. */
export const chainIdOf = (networkId: NetworkId): number => Number(networkId.slice('eip155:'.length))

/** Writes a number as a hex quantity, the form that nodes and wallets use. */
export const toQuantity = (value: number | bigint): `0x${string}` => `0x${value.toString(16)}`

/** Whether a value is a hex quantity of at most 32 bytes. */
export const isQuantity = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)

/**
 * Whether a value is the hash of a transaction: 64 hex digits. Repeats the protocol's
 * `isTransactionHash`, so that a page without a pending transaction need not load that module.
 */
export const isHash = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/**
 * Reads a hex quantity of at most 32 bytes.
 * @throws KitError answerInvalid
 */
export function quantityOf(value: unknown): bigint {
  if (!isQuantity(value)) throw kitError('answerInvalid')
  return BigInt(value)
}

/**
 * Reads a quantity that a number can hold exactly.
 * @throws KitError answerInvalid
 */
export function numberOf(value: unknown): number {
  const number = Number(quantityOf(value))
  if (!Number.isSafeInteger(number)) throw kitError('answerInvalid')
  return number
}

/** An address or a number as a word of call data, without 0x. */
export const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')

/**
 * `Transfer(address,address,uint256)` of ERC-20 and ERC-721. In simulations, nodes also use it for
 * transfers of the native token.
 */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
