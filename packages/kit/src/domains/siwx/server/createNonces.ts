import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { Seals } from './createSeals.ts'

/**
 * Bytes of a nonce: its time (milliseconds since 1970), random bytes, and the beginning of their
 * seal.
 */
const lengths = { time: 6, chance: 10, seal: 14 }
const body = lengths.time + lengths.chance

/**
 * Creates nonces of letters and digits that contain their time and a seal. So the server stores a
 * nonce only when a valid signature spends it, and strangers who request nonces do not fill the
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
  /** Milliseconds. */
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
      // the first byte of the time is 0 until the year 10889, and base58 preserves it
      const bytes = Uint8Array.from([
        ...time,
        ...crypto.getRandomValues(new Uint8Array(lengths.chance)),
      ])
      const seal = (await seals.seal(textOf(bytes))).slice(0, lengths.seal)
      return { nonce: toBase58(Uint8Array.from([...bytes, ...seal])), expiresAt: now + lifetime }
    },

    /**
     * The times of a nonce, milliseconds since 1970. Undefined for another server's or an expired
     * one.
     */
    async read(nonce: string): Promise<{ issuedAt: number; expiresAt: number } | undefined> {
      if (!/^[1-9A-HJ-NP-Za-km-z]{30,60}$/.test(nonce)) return undefined
      const bytes = fromBase58(nonce)
      // a nonce has exactly one spelling
      if (bytes.length !== body + lengths.seal || toBase58(bytes) !== nonce) return undefined
      if (!(await seals.isSealed(textOf(bytes.slice(0, body)), bytes.slice(body)))) return undefined
      const issuedAt = bytes.slice(0, lengths.time).reduce((sum, byte) => sum * 256 + byte, 0)
      return issuedAt + lifetime > clock.now()
        ? { issuedAt, expiresAt: issuedAt + lifetime }
        : undefined
    },
  }
}
