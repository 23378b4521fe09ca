/** Addresses of Polkadot's networks, with their checksum. Source: SS58 */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase58, toBase58 } from '../base58.ts'

/**
 * - `key`: the 32 bytes of the account: its public key, or for ecdsa the hash of it
 * - `prefix`: the number of the network in the SS58 registry
 */
export type Ss58 = { key: Uint8Array; prefix: number }

/**
 * The prefix of addresses that are for no special network. Browser extensions show such addresses,
 * and every network accepts them.
 */
export const genericPrefix = 42

const start = utf8ToBytes('SS58PRE')
const checksumLength = 2
const keyLength = 32

/** The largest number of the registry. */
const maxPrefix = 0x3fff

/** Reads an address. Undefined for any other text, also if its checksum is wrong. */
export function readSs58(text: string): Ss58 | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{36,50}$/.test(text)) return undefined
  const bytes = fromBase58(text)
  const [first = 0, second = 0] = bytes
  const prefixLength = bytes.length - keyLength - checksumLength
  if (prefixLength !== 1 && prefixLength !== 2) return undefined
  const prefix =
    prefixLength === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  // refuses a second encoding of the same prefix
  if (prefixLength === 1 ? first > 63 : first < 64 || first > 127 || prefix < 64) return undefined
  const body = bytes.slice(0, -checksumLength)
  return checksumOf(body).every((byte, at) => byte === bytes[body.length + at])
    ? { key: body.slice(prefixLength), prefix }
    : undefined
}

/**
 * Writes the address of a key on a network.
 * @throws RangeError if the key has not 32 bytes, or the prefix is no number of the registry
 */
export function writeSs58(key: Uint8Array, prefix: number): string {
  if (key.length !== keyLength) throw new RangeError('The key of an account has 32 bytes')
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > maxPrefix)
    throw new RangeError('The prefix of an address is a number up to 16383')
  const body = concatBytes(Uint8Array.from(bytesOfPrefix(prefix)), key)
  return toBase58(concatBytes(body, checksumOf(body)))
}

const bytesOfPrefix = (prefix: number): readonly number[] =>
  prefix < 64 ? [prefix] : [0x40 | ((prefix & 0xfc) >> 2), (prefix >> 8) | ((prefix & 3) << 6)]

const checksumOf = (body: Uint8Array): Uint8Array =>
  blake2b(concatBytes(start, body)).slice(0, checksumLength)
