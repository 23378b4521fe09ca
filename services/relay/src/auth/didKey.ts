import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { ClientId } from '../store/mailboxStore.ts'

const prefix = 'did:key:'
/**
 * Bytes of a decoded did:key: two that mean Ed25519, then the 32 of the key. Source: did:key,
 * multicodec.
 */
const length = 34
const codec = [0xed, 0x01] as const

/** Thrown when a text is not a did:key of an Ed25519 key. */
export class DidKeyError extends Error {
  override readonly name = 'DidKeyError'
}

/** The field of the curve. Source: RFC 8032, 5.1 */
const field = 2n ** 255n - 19n
/** y of a point of order 8; the other points of order 8 have the same y, or the field minus it. */
const eighth = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n
/** y of the points of order 1, 2, 4 and 8. Signatures for these can be made without a secret. */
const smallOrders: ReadonlySet<bigint> = new Set([0n, 1n, field - 1n, eighth, field - eighth])

/**
 * Reads the key and the client id from `did:key:z6Mk…`. Refuses a key for which signatures can be
 * made without a secret, and an encoding other than that of RFC 8032.
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
  return { client: client as ClientId, publicKey } // just checked
}

function isSafe(publicKey: Buffer): boolean {
  // the highest bit is the sign of x
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
