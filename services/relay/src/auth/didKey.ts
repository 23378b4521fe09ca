import { fromBase58, toBase58 } from '@latchkey/protocol/base58'

/**
 * A client's did:key without the prefix `did:key:`, such as `z6Mk…`. It names the client's mailbox.
 */
export type ClientId = string & { readonly client: unique symbol }

const prefix = 'did:key:'
/**
 * Number of bytes of a decoded did:key: two bytes that mean Ed25519, and the key's 32 bytes.
 * Source: did:key, multicodec.
 */
const length = 34
const codec = [0xed, 0x01] as const

/** The text is not the did:key of an accepted Ed25519 key. */
export class DidKeyError extends Error {
  override readonly name = 'DidKeyError'
}

/** The prime of the curve's field. Source: RFC 8032, 5.1 */
const field = 2n ** 255n - 19n
/**
 * The y coordinate of a point of order 8. Every other point of order 8 has this y or `field` minus
 * this y.
 */
const eighth = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n
/**
 * The y coordinates of the points of order 1, 2, 4 and 8. For such a key anyone can make signatures
 * that count as valid.
 */
const smallOrders: ReadonlySet<bigint> = new Set([0n, 1n, field - 1n, eighth, field - eighth])

/**
 * Reads the key and the client id from `did:key:z6Mk…`. Refuses a key for which signatures can be
 * made without a secret, and any encoding but that of RFC 8032.
 * @throws DidKeyError
 */
export function readDidKey(did: string): { client: ClientId; publicKey: Buffer } {
  const client = did.slice(prefix.length)
  if (!did.startsWith(prefix) || !/^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/.test(client))
    throw new DidKeyError()
  const bytes = Buffer.from(fromBase58(client.slice(1)))
  if (bytes.length !== length || bytes[0] !== codec[0] || bytes[1] !== codec[1])
    throw new DidKeyError()
  const publicKey = bytes.subarray(2)
  if (!isSafe(publicKey)) throw new DidKeyError()
  return { client: client as ClientId, publicKey } // the pattern above has just matched
}

function isSafe(publicKey: Buffer): boolean {
  // without the highest bit, which is the sign of x
  const y = BigInt(`0x${Buffer.from(publicKey).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  return y < field && !smallOrders.has(y)
}

/** The did:key of a client, as tokens contain it. */
export function formatDidKey(client: ClientId): string {
  return `${prefix}${client}`
}

/** The did:key of an Ed25519 key of 32 bytes. */
export function writeDidKey(publicKey: Buffer): string {
  return `${prefix}z${toBase58(Uint8Array.from([...codec, ...publicKey]))}`
}
