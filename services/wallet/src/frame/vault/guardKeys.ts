import { fromBase64url, toBase64url } from '@latchkey/protocol/base64'

/** The first byte of a blob, the version of its format. */
const blobVersion = 1
const ivLength = 12

/**
 * The keys of a password or a passkey. `proof` proves to the server that the user has the password
 * or passkey; `key` encrypts and never leaves the browser. The caller wipes both.
 */
export type GuardKeys = {
  salt: Uint8Array<ArrayBuffer>
  proof: Uint8Array<ArrayBuffer>
  key: Uint8Array<ArrayBuffer>
}

/** Splits 64 derived bytes into the two keys. */
export function halvesOf(salt: Uint8Array<ArrayBuffer>, derived: Uint8Array): GuardKeys {
  return {
    salt,
    proof: Uint8Array.from(derived.subarray(0, 32)),
    key: Uint8Array.from(derived.subarray(32, 64)),
  }
}

/** Encrypts a recovery share under a guard's key. AES-256-GCM; base64url */
export async function sealUnder(
  key: Uint8Array<ArrayBuffer>,
  share: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await aes(key), share),
  )
  return toBase64url(Uint8Array.from([blobVersion, ...iv, ...sealed]))
}

/**
 * Decrypts a recovery share; the caller wipes it.
 * @throws DOMException for another key, RangeError for a blob of another version
 */
export async function openUnder(
  key: Uint8Array<ArrayBuffer>,
  blob: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64url(blob)
  if (bytes[0] !== blobVersion) throw new RangeError('A blob of another version')
  const [iv, sealed] = [bytes.slice(1, 1 + ivLength), bytes.slice(1 + ivLength)]
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await aes(key), sealed),
  )
}

const aes = (key: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
