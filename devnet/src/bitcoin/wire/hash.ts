import { createHash } from 'node:crypto'

/** SHA-256. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** SHA-256 twice: the hash of transactions and blocks. */
export const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes))

/** Writes a hash as people read it: in hex, with its bytes in reverse order. */
export const showHash = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex')

/** The bytes of a hash that {@link showHash} has written. */
export const hashOf = (text: string): Buffer => Buffer.from(text, 'hex').reverse()

/** The hash under which indexers of the Electrum protocol have a script. */
export const scriptHashOf = (script: Uint8Array): string => showHash(sha256(script))
