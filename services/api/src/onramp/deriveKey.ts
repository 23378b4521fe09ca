import { hkdfSync } from 'node:crypto'
import type { Hex } from '../chainIndex/chainIndex.ts'

/**
 * A secret for one purpose, derived from the treasury's key. All processes with that key derive the
 * same; the key cannot be derived from it. Source: RFC 5869
 */
export const deriveKey = (key: Hex, purpose: string): Uint8Array =>
  new Uint8Array(
    hkdfSync('sha256', Buffer.from(key.slice(2), 'hex'), '', `latchkey onramp ${purpose}`, 32),
  )
