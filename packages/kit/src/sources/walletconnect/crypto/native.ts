import { fromBase64 } from '@latchkey/protocol/base64'
import { fromHex } from '@latchkey/protocol/hex'
import { concat } from './encoding.ts'

/** Bytes with a buffer of their own, as the browser's cryptography requires. */
export type Bytes = Uint8Array<ArrayBuffer>

/** The primitives of the protocol. Keys are raw: 32 bytes each. */
export type Primitives = {
  /** The public key of an X25519 secret key, and the secret that two sides share. RFC 7748 */
  x25519Public(secret: Bytes): Promise<Bytes>
  x25519Shared(secret: Bytes, theirs: Bytes): Promise<Bytes>
  /** The public key and a signature of Ed25519. `seed` is the 32-byte private key. RFC 8032 */
  ed25519Public(seed: Bytes): Promise<Bytes>
  ed25519Sign(seed: Bytes, message: Bytes): Promise<Bytes>
  sha256(bytes: Bytes): Promise<Bytes>
  /** HKDF-SHA256 with empty salt and info, 32 bytes (RFC 5869). */
  hkdf(secret: Bytes): Promise<Bytes>
  /** ChaCha20-Poly1305 (RFC 8439): ciphertext with its 16-byte tag. */
  seal(key: Bytes, nonce: Bytes, plain: Bytes): Promise<Bytes>
  /** Decrypts what `seal` made. @throws when the tag does not match the key and the ciphertext */
  open(key: Bytes, nonce: Bytes, sealed: Bytes): Promise<Bytes>
}

// the PKCS #8 headers for a raw private key (RFC 8410), the only form that every browser imports
const pkcs8 = {
  X25519: '302e020100300506032b656e04220420',
  Ed25519: '302e020100300506032b657004220420',
} as const

function importSecret(
  algorithm: keyof typeof pkcs8,
  secret: Bytes,
  usage: KeyUsage,
): Promise<CryptoKey> {
  return crypto.subtle.importKey(
    'pkcs8',
    concat(fromHex(pkcs8[algorithm]), secret),
    { name: algorithm },
    true,
    [usage],
  )
}

async function publicOf(
  algorithm: keyof typeof pkcs8,
  secret: Bytes,
  usage: KeyUsage,
): Promise<Bytes> {
  const { x } = await crypto.subtle.exportKey('jwk', await importSecret(algorithm, secret, usage))
  return fromBase64(x ?? '')
}

function chachaKey(key: Bytes, usage: KeyUsage): Promise<CryptoKey> {
  // the cast is needed, because 'raw-secret' is newer than TypeScript's types
  return crypto.subtle.importKey('raw-secret' as 'raw', key, { name: 'ChaCha20-Poly1305' }, false, [
    usage,
  ])
}

const bytes = async (answer: Promise<ArrayBuffer>): Promise<Bytes> => new Uint8Array(await answer)

/** The primitives over WebCrypto. Each throws where the browser does not support its algorithm. */
export const native: Primitives = {
  x25519Public: (secret) => publicOf('X25519', secret, 'deriveBits'),
  async x25519Shared(secret, theirs) {
    const theirKey = await crypto.subtle.importKey('raw', theirs, { name: 'X25519' }, false, [])
    return bytes(
      crypto.subtle.deriveBits(
        { name: 'X25519', public: theirKey },
        await importSecret('X25519', secret, 'deriveBits'),
        256,
      ),
    )
  },
  ed25519Public: (seed) => publicOf('Ed25519', seed, 'sign'),
  ed25519Sign: async (seed, message) =>
    bytes(
      crypto.subtle.sign({ name: 'Ed25519' }, await importSecret('Ed25519', seed, 'sign'), message),
    ),
  sha256: (data) => bytes(crypto.subtle.digest('SHA-256', data)),
  async hkdf(secret) {
    const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    return bytes(
      crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new Uint8Array() },
        key,
        256,
      ),
    )
  },
  seal: async (key, iv, plain) =>
    bytes(
      crypto.subtle.encrypt(
        { name: 'ChaCha20-Poly1305', iv },
        await chachaKey(key, 'encrypt'),
        plain,
      ),
    ),
  open: async (key, iv, sealed) =>
    bytes(
      crypto.subtle.decrypt(
        { name: 'ChaCha20-Poly1305', iv },
        await chachaKey(key, 'decrypt'),
        sealed,
      ),
    ),
}
