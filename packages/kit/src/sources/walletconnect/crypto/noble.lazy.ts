import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes, Primitives } from './native.ts'

const own = async (bytes: Uint8Array): Promise<Bytes> => new Uint8Array(bytes)

/** The primitives in JavaScript, for browsers without the algorithms. */
export const noble: Primitives = {
  x25519Public: (secret) => own(x25519.getPublicKey(secret)),
  x25519Shared: (secret, theirs) => own(x25519.getSharedSecret(secret, theirs)),
  ed25519Public: (seed) => own(ed25519.getPublicKey(seed)),
  ed25519Sign: (seed, message) => own(ed25519.sign(message, seed)),
  sha256: (data) => own(sha256(data)),
  hkdf: (secret) => own(hkdf(sha256, secret, undefined, undefined, 32)),
  seal: (key, nonce, plain) => own(chacha20poly1305(key, nonce).encrypt(plain)),
  open: async (key, nonce, sealed) => own(chacha20poly1305(key, nonce).decrypt(sealed)),
}
