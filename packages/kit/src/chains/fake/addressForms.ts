/**
 * The addresses of the fake chain. As in Bitcoin's Bech32, they are in base32, and each has two
 * spellings: one in lower case and one in capitals.
 */
import { addressKey } from '@latchkey/protocol/address'

/** Whether a text is an address, all in lower case or all in capitals. */
export const isFakeAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(?:bcrt1[02-9ac-hj-np-z]{24}|BCRT1[02-9AC-HJ-NP-Z]{24})$/.test(value)

/** Makes an address from a text of 1 to 24 letters, by repeating the text. */
export const fakeAddress = (text: string): string => `bcrt1${text.repeat(24).slice(0, 24)}`

/** An address without an owner. */
export const placeholder = fakeAddress('q')

/** The spelling of an address that the ledger stores. */
export const ownerOf = (address: string): string => addressKey(address)
