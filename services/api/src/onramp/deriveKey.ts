import { hkdfSync } from 'node:crypto'
import type { Hex } from '../chainIndex/chainIndex.ts'

/**
 * A secret for one purpose, made of the treasury's key: the same in all processes that share it,
 * and no way back to it. RFC 5869
 */
export const deriveKey = (key: Hex, purpose: string): Uint8Array =>
  new Uint8Array(
    hkdfSync('sha256', Buffer.from(key.slice(2), 'hex'), '', `latchkey onramp ${purpose}`, 32),
  )
