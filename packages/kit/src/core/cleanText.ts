import { foreignIconBytes, foreignName } from '@latchkey/protocol/counts'

/** Cleans text from an untrusted party: one line of at most `most` characters, without control, direction or zero-width characters. @param most @default 64 */
export function cleanText(value: unknown, most = foreignName): string {
  if (typeof value !== 'string') return ''
  const plain = value.slice(0, most * 4).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').replace(/\s+/g, ' ').trim()
  const letters = Array.from(plain)
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : plain
}

/** A small `data:` picture, or nothing. */
export function cleanIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > foreignIconBytes) return undefined
  const icon = value.trim()
  return /^data:image\/[\w+.-]+[;,]/i.test(icon) ? icon : undefined
}
