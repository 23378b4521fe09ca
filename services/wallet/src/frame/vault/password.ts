import { fromBase64url, toBase64url } from '@latchkey/protocol/base64url'
import type { RecoveryShare } from '@latchkey/protocol/walletServer'
import { argon2idAsync } from '@noble/hashes/argon2.js'
import { wipe } from './wipe.ts'

/** Argon2id, version 1 of the blob: 64 MiB, three passes, one lane. RFC 9106, section 4 (second recommended option, with one lane as JavaScript has one thread) */
const cost = { m: 64 * 1024, t: 3, p: 1, dkLen: 64 } as const
/** The first byte of a blob: how it was made. */
const blobVersion = 1
const ivLength = 12
/** Least characters of a password. */
export const passwordLength = 10

/** The two halves that a password gives: `proof` shows the server that it is known, `key` encrypts and never leaves. The caller wipes both. */
export type PasswordKeys = { salt: Uint8Array<ArrayBuffer>; proof: Uint8Array<ArrayBuffer>; key: Uint8Array<ArrayBuffer> }

/** Whether a password is long enough and not only digits: it stands between a thief of the server's data and the phrase. */
export function isStrong(password: string): boolean {
  return [...password].length >= passwordLength && !/^\d+$/.test(password) && new Set(password).size >= 4
}

/** Derives the keys of a password; takes seconds. `onProgress`: from 0 to 1. */
export async function keysOfPassword(password: string, salt: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(16)), onProgress?: (share: number) => void): Promise<PasswordKeys> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  try {
    const derived = await argon2idAsync(bytes, salt, { ...cost, onProgress })
    const halves = { salt, proof: Uint8Array.from(derived.subarray(0, 32)), key: Uint8Array.from(derived.subarray(32)) }
    wipe(derived)
    return halves
  } finally {
    wipe(bytes)
  }
}

/** Encrypts the recovery share under a password's key. */
export async function sealWithPassword({ salt, proof, key }: PasswordKeys, share: Uint8Array<ArrayBuffer>): Promise<RecoveryShare> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await aes(key), share))
  return { method: 'password', salt: toBase64url(salt), proof: toBase64url(proof), blob: toBase64url(Uint8Array.from([blobVersion, ...iv, ...sealed])) }
}

/** Opens a recovery share; the caller wipes it. @throws when the password is another, or the blob is damaged */
export async function openWithPassword({ key }: PasswordKeys, blob: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64url(blob)
  if (bytes[0] !== blobVersion) throw new RangeError('A blob of another version')
  const [iv, sealed] = [bytes.slice(1, 1 + ivLength), bytes.slice(1 + ivLength)]
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await aes(key), sealed))
}

const aes = (key: Uint8Array<ArrayBuffer>) => crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
