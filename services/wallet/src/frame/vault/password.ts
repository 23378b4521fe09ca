import { argon2idAsync } from '@noble/hashes/argon2.js'
import { halvesOf, type GuardKeys } from './guardKeys.ts'
import { wipe } from './wipe.ts'

/**
 * Argon2id for version 1 of a sealed recovery share: 64 MiB, three passes, one lane. RFC 9106,
 * section 4 (second recommended option, with one lane as JavaScript has one thread)
 */
const cost = { m: 64 * 1024, t: 3, p: 1, dkLen: 64 } as const
/** Minimum of characters of a password. */
export const passwordLength = 10

/**
 * Whether a password is long enough, not only digits, and has four different characters. The
 * password protects the phrase if the server's data is stolen.
 */
export function isStrong(password: string): boolean {
  return (
    [...password].length >= passwordLength && !/^\d+$/.test(password) && new Set(password).size >= 4
  )
}

/** Derives the keys of a password; takes seconds. `onProgress`: from 0 to 1. */
export async function keysOfPassword(
  password: string,
  salt: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(16)),
  onProgress?: (share: number) => void,
): Promise<GuardKeys> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  try {
    const derived = await argon2idAsync(bytes, salt, { ...cost, onProgress })
    const halves = halvesOf(salt, derived)
    wipe(derived)
    return halves
  } finally {
    wipe(bytes)
  }
}
