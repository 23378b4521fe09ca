import { hexToBytes } from '@noble/hashes/utils.js'
import { kitError } from '../../../core/errors/errors.ts'

/**
 * An account on the chain. Amounts are in the smallest unit of the native token.
 * - `free`: can be sent, but for `locked` and the minimum
 * - `reserved`: belongs to the account, but can't be sent
 * - `locked`: the part of `free` that has to stay, for example because it is staked
 * - `mustStay`: whether the account has to keep the minimum, because something depends on it
 */
export type AccountData = {
  nonce: number
  free: bigint
  reserved: bigint
  locked: bigint
  mustStay: boolean
}

/** An account without an entry on the chain: it holds nothing. */
export const noAccount: AccountData = {
  nonce: 0,
  free: 0n,
  reserved: 0n,
  locked: 0n,
  mustStay: false,
}

/** The bit of `flags` that accounts of the newer form have. Source: `pallet_balances::ExtraFlags` */
const newForm = 1n << 127n

/** The length of an account: four numbers of 4 bytes, and four amounts of 16. */
const accountBytes = 80

/**
 * Reads an account from storage, in both forms of `pallet_balances`. They have the same length:
 * - the newer form: free, reserved, frozen, flags
 * - the older form: free, reserved, frozen for payments, frozen for fees
 *
 * So that a balance needs no metadata, which has half a megabyte.
 * @param value the value of the storage item `System.Account`. Null where there is none
 * @throws KitError answerInvalid
 */
export function readAccountData(value: unknown): AccountData {
  if (value === null) return noAccount
  if (typeof value !== 'string' || !/^0x[\da-f]{160}$/i.test(value)) throw kitError('answerInvalid')
  const bytes = hexToBytes(value.slice(2))
  const view = new DataView(bytes.buffer, bytes.byteOffset, accountBytes)
  const amount = (at: number) =>
    view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n)
  const [nonce, consumers, providers] = [0, 4, 8].map((at) => view.getUint32(at, true))
  const [free, reserved, third, fourth] = [amount(16), amount(32), amount(48), amount(64)]
  const isNewForm = fourth >= newForm
  // the newer form freezes the reserved part first
  const locked = isNewForm ? atLeastZero(third - reserved) : third > fourth ? third : fourth
  return {
    nonce: nonce ?? 0,
    free,
    reserved,
    locked: locked < free ? locked : free,
    mustStay: (consumers ?? 0) > 0 && (providers ?? 0) <= 1,
  }
}

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n)
