import { readSs58 } from '@latchkey/protocol/chains/ss58'

/**
 * The beginnings of keys that the chain makes itself, as text. They have no private keys.
 * Source: `PalletId`, `ParaId` and `Sibling` of polkadot-sdk
 */
const beginnings = ['modl', 'para', 'sibl'] as const

/** The number of zeros at the end of such a key. */
const zeroCount = 8

/**
 * Whether an address is known to have no private key: one of zeros, one of a pallet, or one of a
 * parachain on another chain. False for other addresses without a key, because they can't be
 * recognised.
 */
export function isOwnerless(address: string): boolean {
  const key = readSs58(address)?.key
  if (!key) return false
  const start = String.fromCharCode(...key.slice(0, 4))
  const hasZeros = key.slice(-zeroCount).every((byte) => byte === 0)
  return key.every((byte) => byte === 0) || (hasZeros && beginnings.some((text) => text === start))
}
