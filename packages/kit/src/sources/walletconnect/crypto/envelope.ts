import { fromBase64, toBase64, toBase64url } from '@latchkey/protocol/base64'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { concat, fromUtf8, toUtf8 } from './encoding.ts'
import type { Bytes, Primitives } from './native.ts'

/**
 * The envelope of every message. Type 0 is for two sides with a shared key, type 1 for a first
 * message with the sender's public key, type 2 is not encrypted. Source: WalletConnect v2 crypto
 * specification, "Envelopes".
 */
export type Envelope =
  | { type: 0; nonce: Bytes; sealed: Bytes }
  | { type: 1; senderPublicKey: Bytes; nonce: Bytes; sealed: Bytes }
  | { type: 2; plain: Bytes }

const nonceLength = 12
const keyLength = 32
const tagLength = 16

/**
 * Wraps a text without encryption, as type 2, in URL-safe base64. Used for link mode, where two
 * apps pass a message by universal link, and no relay sees it. Source: WalletConnect v2 link mode
 */
export function wrapText(text: string): string {
  return toBase64url(concat(Uint8Array.of(2), toUtf8(text)))
}

/**
 * Encrypts a text for the owner of `symKey` (hex). With `senderPublicKey` (hex), it makes a type 1
 * envelope, else type 0. The result is base64.
 */
export async function sealText(
  use: Primitives,
  text: string,
  symKey: string,
  senderPublicKey?: string,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
  const sealed = await use.seal(fromHex(symKey), nonce, toUtf8(text))
  const head = senderPublicKey
    ? concat(Uint8Array.of(1), fromHex(senderPublicKey))
    : Uint8Array.of(0)
  return toBase64(concat(head, nonce, sealed))
}

/** Parses an envelope. @throws TypeError or DOMException for a text that is no envelope */
export function readEnvelope(message: string): Envelope {
  const bytes = fromBase64(message)
  const [type] = bytes
  if (type === 2) return { type, plain: bytes.slice(1) }
  const start = type === 0 ? 1 : type === 1 ? 1 + keyLength : undefined
  if (start === undefined || bytes.length < start + nonceLength + tagLength)
    throw new TypeError('not an envelope')
  const nonce = bytes.slice(start, start + nonceLength)
  const sealed = bytes.slice(start + nonceLength)
  return type === 1
    ? { type, senderPublicKey: bytes.slice(1, start), nonce, sealed }
    : { type: 0, nonce, sealed }
}

/**
 * Opens an envelope from a relay. Refuses type 2 on every topic, because only link mode uses it,
 * and link mode needs no relay. If type 2 were accepted, any party that knows a topic, for example
 * the relay, could write on it without the topic's key. A type 1 envelope needs `secretKey` (hex):
 * with the sender's public key, it gives the shared key.
 * @throws an error for type 2, for a text that is no envelope, and for an envelope that these keys
 *   do not open
 */
export async function openText(
  use: Primitives,
  message: string,
  keys: { symKey?: string; secretKey?: string },
): Promise<{ text: string; senderPublicKey?: string }> {
  const envelope = readEnvelope(message)
  if (envelope.type === 2) throw new TypeError('not sealed')
  if (envelope.type === 1) {
    if (!keys.secretKey) throw new TypeError('no key')
    const symKey = await use.hkdf(
      await use.x25519Shared(fromHex(keys.secretKey), envelope.senderPublicKey),
    )
    return {
      text: fromUtf8(await use.open(symKey, envelope.nonce, envelope.sealed)),
      senderPublicKey: toHex(envelope.senderPublicKey),
    }
  }
  if (!keys.symKey) throw new TypeError('no key')
  return { text: fromUtf8(await use.open(fromHex(keys.symKey), envelope.nonce, envelope.sealed)) }
}
