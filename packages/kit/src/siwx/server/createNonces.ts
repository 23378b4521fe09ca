import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { Seals } from './createSeals.ts'

/**
 * Bytes of a nonce: when it was made (milliseconds since 1970), chance, and the beginning of their
 * seal.
 */
const lengths = { time: 6, chance: 10, seal: 14 }
const body = lengths.time + lengths.chance

/**
 * Nonces that prove themselves: letters and digits that carry their time and a seal. The server
 * stores a nonce only when it is spent by a valid signature, so strangers who ask for nonces fill
 * nothing.
 */
export function createNonces({
  seals,
  domain,
  lifetime,
  clock,
}: {
  seals: Seals
  domain: string /** Milliseconds. */
  lifetime: number
  clock: { now(): number }
}) {
  const textOf = (bytes: Uint8Array) => `nonce ${domain} ${toBase58(bytes)}`
  return {
    /** A new nonce, and until when it is taken: milliseconds since 1970. */
    async issue(): Promise<{ nonce: string; expiresAt: number }> {
      const now = Math.floor(clock.now())
      const time = Array.from(
        { length: lengths.time },
        (_, index) => Math.floor(now / 256 ** (lengths.time - 1 - index)) % 256,
      )
      // the first byte of the time is 0 until the year 10889, and base58 keeps it
      const bytes = Uint8Array.from([
        ...time,
        ...crypto.getRandomValues(new Uint8Array(lengths.chance)),
      ])
      const seal = (await seals.seal(textOf(bytes))).slice(0, lengths.seal)
      return { nonce: toBase58(Uint8Array.from([...bytes, ...seal])), expiresAt: now + lifetime }
    },

    /**
     * When a nonce was made and until when it is taken, milliseconds since 1970; undefined for one
     * that is not this server's, or too old.
     */
    async read(nonce: string): Promise<{ issuedAt: number; expiresAt: number } | undefined> {
      if (!/^[1-9A-HJ-NP-Za-km-z]{30,60}$/.test(nonce)) return undefined
      const bytes = fromBase58(nonce)
      // one nonce has one spelling
      if (bytes.length !== body + lengths.seal || toBase58(bytes) !== nonce) return undefined
      if (!(await seals.isSealed(textOf(bytes.slice(0, body)), bytes.slice(body)))) return undefined
      const issuedAt = bytes.slice(0, lengths.time).reduce((sum, byte) => sum * 256 + byte, 0)
      return issuedAt + lifetime > clock.now()
        ? { issuedAt, expiresAt: issuedAt + lifetime }
        : undefined
    },
  }
}
