import { fromHex, toHex } from '@latchkey/protocol/hex'
import type { Primitives } from './native.ts'

/** An X25519 key pair, hex. */
export type KeyPair = { secretKey: string; publicKey: string }

/** 32 random bytes, hex: a topic, a key, a nonce. */
export function randomHex(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)))
}

/** A new X25519 key pair. */
export async function createKeyPair(use: Primitives): Promise<KeyPair> {
  const secretKey = randomHex()
  return { secretKey, publicKey: toHex(await use.x25519Public(fromHex(secretKey))) }
}

/**
 * The key that two sides share, and the topic that is derived from it, hex.
 * @throws when `theirPublicKey` is no key
 */
export async function deriveTopic(
  use: Primitives,
  secretKey: string,
  theirPublicKey: string,
): Promise<{ topic: string; symKey: string }> {
  const symKey = await use.hkdf(await use.x25519Shared(fromHex(secretKey), fromHex(theirPublicKey)))
  return { topic: toHex(await use.sha256(symKey)), symKey: toHex(symKey) }
}

/** The SHA-256 hash of hex, as hex. The hash of a public key is the topic of its owner. */
export async function hashHex(use: Primitives, hex: string): Promise<string> {
  return toHex(await use.sha256(fromHex(hex)))
}
