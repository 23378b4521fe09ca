import { hkdfSync } from 'node:crypto'

/**
 * Derives a secret of 32 bytes for one purpose from an operator's secret. All processes with the
 * same secret derive the same bytes. The operator's secret cannot be found from them. Source: RFC
 * 5869
 */
export const deriveKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(secret), '', `latchkey onramp ${purpose}`, 32))
