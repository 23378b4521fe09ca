import type { ClientId } from '../store/mailboxStore.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const prefix = 'did:key:'
/** Two bytes that say Ed25519, then 32 of the key. Source: did:key, multicodec. */
const length = 34
const codec = [0xed, 0x01] as const

/** A text that is no did:key of an Ed25519 key. */
export class DidKeyError extends Error {
  override readonly name = 'DidKeyError'
}

/**
 * The key and the client id in `did:key:z6Mk…`.
 * @throws DidKeyError
 */
export function readDidKey(did: string): { client: ClientId; publicKey: Buffer } {
  const client = did.slice(prefix.length)
  if (!did.startsWith(prefix) || !/^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/.test(client)) throw new DidKeyError()
  const bytes = decodeBase58(client.slice(1))
  if (bytes[0] !== codec[0] || bytes[1] !== codec[1]) throw new DidKeyError()
  return { client: client as ClientId, publicKey: bytes.subarray(2) } // just checked
}

/** The did:key of a client, as it stands in tokens. */
export function formatDidKey(client: ClientId): string {
  return `${prefix}${client}`
}

/** The did:key of an Ed25519 key of 32 bytes. */
export function writeDidKey(publicKey: Buffer): string {
  let text = ''
  for (let value = BigInt(`0x${Buffer.concat([Buffer.from(codec), publicKey]).toString('hex')}`); value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? '') + text
  return `${prefix}z${text}`
}

/** Only for texts of at most 47 digits, which are a number of 34 bytes or a little more. */
function decodeBase58(text: string): Buffer {
  let value = 0n
  for (const digit of text) value = value * 58n + BigInt(alphabet.indexOf(digit))
  const hex = value.toString(16).padStart(2 * length, '0')
  if (hex.length !== 2 * length) throw new DidKeyError()
  return Buffer.from(hex, 'hex')
}
