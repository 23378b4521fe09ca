import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { Seals } from './createSeals.ts'

/**
 * The numbers of bytes in a nonce: of its time (milliseconds since 1970), of the random part, and
 * of the seal over both, which is shortened.
 */
const lengths = { time: 6, chance: 10, seal: 14 }
const body = lengths.time + lengths.chance

/**
 * Creates nonces of letters and digits, which contain their time and a seal. So the server need not
 * store a nonce until a valid signature uses it, and strangers who request nonces can't fill the
 * store.
 */
export function createNonces({
  seals,
  domain,
  lifetime,
  clock,
}: {
  seals: Seals
  domain: string
  /** Milliseconds for which a nonce is valid. */
  lifetime: number
  clock: { now(): number }
}) {
  const textOf = (bytes: Uint8Array) => `nonce ${domain} ${toBase58(bytes)}`
  return {
    /** Creates a nonce that is valid until `expiresAt`: milliseconds since 1970. */
    async issue(): Promise<{ nonce: string; expiresAt: number }> {
      const now = Math.floor(clock.now())
      const time = Array.from(
        { length: lengths.time },
        (_, index) => Math.floor(now / 256 ** (lengths.time - 1 - index)) % 256,
      )
      // the first byte of the time is 0 until the year 10889; base58 preserves leading zeros
      const bytes = Uint8Array.from([
        ...time,
        ...crypto.getRandomValues(new Uint8Array(lengths.chance)),
      ])
      const seal = (await seals.seal(textOf(bytes))).slice(0, lengths.seal)
      return { nonce: toBase58(Uint8Array.from([...bytes, ...seal])), expiresAt: now + lifetime }
    },

    /**
     * The times of a nonce, in milliseconds since 1970. Undefined for a nonce of another server,
     * and for an expired nonce.
     */
    async read(nonce: string): Promise<{ issuedAt: number; expiresAt: number } | undefined> {
      if (!/^[1-9A-HJ-NP-Za-km-z]{30,60}$/.test(nonce)) return undefined
      const bytes = fromBase58(nonce)
      // refuses other spellings of the same bytes, by which a spent nonce could be used again
      if (bytes.length !== body + lengths.seal || toBase58(bytes) !== nonce) return undefined
      if (!(await seals.isSealed(textOf(bytes.slice(0, body)), bytes.slice(body)))) return undefined
      const issuedAt = bytes.slice(0, lengths.time).reduce((sum, byte) => sum * 256 + byte, 0)
      return issuedAt + lifetime > clock.now()
        ? { issuedAt, expiresAt: issuedAt + lifetime }
        : undefined
    },
  }
}
