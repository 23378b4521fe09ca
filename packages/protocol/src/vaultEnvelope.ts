/**
 * The vault's envelope: an encrypted recovery share, which only the vault's private key opens. It
 * works in the same way in a browser and in Node (Web Crypto).
 *
 *     byte   0        1 … 65                        66 …
 *            version  ephemeral public key (P-256,  AES-256-GCM: ciphertext as long as the share,
 *            1        SEC 1, uncompressed)          and a tag of 16 bytes
 *
 * The key and the nonce are the 44 bytes of HKDF-SHA-256 over the ECDH secret, without salt. Its
 * info is `latchkey vault 1` and both public keys (the ephemeral one, the vault's; uncompressed).
 * The additional data is the user's id, so an envelope that was copied to another user's account
 * does not open. On the wire the envelope is base64url.
 */
import { fromBase64url, toBase64url } from './base64.ts'

/** The public key of the vault (JWK, P-256). */
export type VaultPublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string }
/** The private key of the vault (JWK, P-256). */
export type VaultPrivateKey = VaultPublicKey & { d: string }

/** Thrown if a text is no envelope of this version, or belongs to another key or user. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError'
}

const version = 1
const pointLength = 65
const tagLength = 16
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/**
 * Encrypts a share for the vault. Each call uses a new key, so equal shares give different
 * envelopes.
 * @param options.userId the user's id from `getSession`; the vault opens the envelope only for this
 *   user
 */
export async function sealToVault(options: {
  vaultKey: VaultPublicKey
  userId: string
  share: Uint8Array
}): Promise<string> {
  const { vaultKey, userId, share } = options
  const { subtle } = crypto
  const pair = await subtle.generateKey(curve, true, ['deriveBits'])
  const vault = await importPublic(vaultKey)
  const [ephemeral, vaultPoint] = await Promise.all([
    subtle.exportKey('raw', pair.publicKey),
    subtle.exportKey('raw', vault),
  ])
  const { key, iv } = await agree({
    privateKey: pair.privateKey,
    publicKey: vault,
    points: [ephemeral, vaultPoint],
  })
  const sealed = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: dataOf(userId) },
    key,
    copyOf(share),
  )
  return toBase64url(join([Uint8Array.of(version), ephemeral, sealed]))
}

/** Decrypts an envelope. @throws EnvelopeError */
export async function openFromVault(options: {
  privateKey: VaultPrivateKey
  userId: string
  envelope: string
}): Promise<Uint8Array<ArrayBuffer>> {
  const { privateKey, userId, envelope } = options
  const { subtle } = crypto
  try {
    const bytes = fromBase64url(envelope)
    if (bytes[0] !== version || bytes.length <= 1 + pointLength + tagLength)
      throw new EnvelopeError('Not an envelope of this version')
    const [point, sealed] = [bytes.slice(1, 1 + pointLength), bytes.slice(1 + pointLength)]
    const { kty, crv, x, y, d } = privateKey
    const [own, vault, publicKey] = await Promise.all([
      subtle.importKey('jwk', { kty, crv, x, y, d }, curve, false, ['deriveBits']),
      importPublic(privateKey),
      subtle.importKey('raw', point, curve, true, []),
    ])
    const vaultPoint = await subtle.exportKey('raw', vault)
    const { key, iv } = await agree({ privateKey: own, publicKey, points: [point, vaultPoint] })
    return new Uint8Array(
      await subtle.decrypt({ name: 'AES-GCM', iv, additionalData: dataOf(userId) }, key, sealed),
    )
  } catch (cause) {
    if (cause instanceof EnvelopeError) throw cause
    throw new EnvelopeError('The envelope does not open', { cause })
  }
}

/**
 * Imports only the public members, because a JWK from another program may have `key_ops` that
 * forbid this use.
 */
function importPublic({ kty, crv, x, y }: VaultPublicKey): Promise<CryptoKey> {
  return crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, true, [])
}

async function agree({
  privateKey,
  publicKey,
  points,
}: {
  privateKey: CryptoKey
  publicKey: CryptoKey
  points: readonly (ArrayBuffer | Uint8Array)[]
}) {
  const { subtle } = crypto
  const secret = await subtle.importKey(
    'raw',
    await subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256),
    'HKDF',
    false,
    ['deriveBits'],
  )
  const info = join([new TextEncoder().encode('latchkey vault 1'), ...points])
  const bits = await subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info },
    secret,
    44 * 8,
  )
  return {
    key: await subtle.importKey('raw', bits.slice(0, 32), 'AES-GCM', false, ['encrypt', 'decrypt']),
    iv: bits.slice(32),
  }
}

const dataOf = (userId: string) => new TextEncoder().encode(userId)
/** Copies bytes. The type of a share allows a view of shared memory, which Web Crypto refuses. */
const copyOf = (bytes: Uint8Array) => new Uint8Array(bytes)

function join(parts: readonly (ArrayBuffer | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const lists = parts.map((part) => new Uint8Array(part))
  const bytes = new Uint8Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    bytes.set(list, at)
    at += list.length
  }
  return bytes
}
