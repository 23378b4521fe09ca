import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** The hash of a key or a script in a script. */
export const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))

/** SHA-256 twice, Bitcoin's hash of signed data. */
export const sha256x2 = (bytes: Uint8Array) => sha256(sha256(bytes))
