import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Hashes a key or a script in the form in which Bitcoin's scripts contain it. */
export const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))

/** Hashes data by SHA-256 twice. Bitcoin's signatures sign this hash. */
export const sha256x2 = (bytes: Uint8Array) => sha256(sha256(bytes))
