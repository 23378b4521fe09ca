import { blake2b } from '@noble/hashes/blake2.js'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { kitError } from '../../../core/errors/errors.ts'
import { readAccountData } from '../wire/accountData.ts'
import type { AccountData } from '../wire/accountData.ts'
import { hexOf } from '../wire/bytes.ts'
import type { Hex } from '../wire/bytes.ts'
import { hexIn } from './chainOf.ts'
import type { Chain } from './chainOf.ts'

/**
 * Keys of the storage: the hashes (`twox128`) of the names of the pallet and the item. All runtimes
 * have these, so they need no metadata.
 */
export const storageKeys = {
  account: '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9',
  events: '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7',
  now: '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb',
} as const

/** The key of an account in the storage. */
export const accountKey = (key: Uint8Array): Hex =>
  `${storageKeys.account}${hexOf(blake2b(key, { dkLen: 16 })).slice(2)}${hexOf(key).slice(2)}`

/**
 * The key in an address.
 * @throws KitError actionNotAllowed for another text
 */
export function keyOf(address: string): Uint8Array {
  const key = readSs58(address)?.key
  if (!key) throw kitError('actionNotAllowed', { details: 'notAnAddress' })
  return key
}

/**
 * Reads an account at a block, or at the newest one. Source: state_getStorage
 * @throws KitError actionNotAllowed for a text that is no address; answerInvalid; the node's errors
 */
export async function readAccount(chain: Chain, address: string, at?: Hex): Promise<AccountData> {
  const key = accountKey(keyOf(address))
  return readAccountData(await chain.request('state_getStorage', at ? [key, at] : [key]))
}

/**
 * The events of a block. Source: state_getStorage
 * @throws KitError answerInvalid; the node's errors
 */
export async function readEventBytes(chain: Chain, at: Hex): Promise<Hex> {
  return hexIn(await chain.request('state_getStorage', [storageKeys.events, at]))
}

/**
 * The time of a block, in milliseconds since 1970. Undefined where it has none.
 * @throws KitError: the node's errors
 */
export async function readBlockTime(chain: Chain, at: Hex): Promise<number | undefined> {
  const answer = await chain.request('state_getStorage', [storageKeys.now, at])
  if (typeof answer !== 'string' || !/^0x[\da-f]{16}$/i.test(answer)) return undefined
  const bytes = answer.slice(2).match(/../g) ?? []
  const time = Number(`0x${bytes.reverse().join('')}`)
  return Number.isSafeInteger(time) && time > 0 ? time : undefined
}
