import { hkdfSync } from 'node:crypto'

/**
 * A secret of 32 bytes for one purpose, derived from an operator's secret. All processes with that
 * secret derive the same; the secret cannot be derived from it. Source: RFC 5869
 */
export const deriveKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(secret), '', `latchkey onramp ${purpose}`, 32))
