import { blake2b } from '@noble/hashes/blake2.js'

/** The hash of Polkadot's networks, BLAKE2b. @param length of the hash in bytes. @default 32 */
export const blake2Of = (bytes: Uint8Array, length = 32): Uint8Array =>
  blake2b(bytes, { dkLen: length })
