import { foreignIconBytes, foreignName } from '@latchkey/protocol/counts'

/** Text from a stranger: one line, at most 64 characters, no control or direction characters. */
export function cleanText(value: unknown): string {
  if (typeof value !== 'string') return ''
  const plain = value.slice(0, foreignName * 4).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').replace(/\s+/g, ' ').trim()
  const letters = Array.from(plain)
  return letters.length > foreignName ? `${letters.slice(0, foreignName - 1).join('')}…` : plain
}

/** A small picture of its own, or nothing. */
export function cleanIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > foreignIconBytes) return undefined
  const icon = value.trim()
  return /^data:image\/[\w+.-]+[;,]/i.test(icon) ? icon : undefined
}
