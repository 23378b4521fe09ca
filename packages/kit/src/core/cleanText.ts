import { foreignIconBytes, foreignName } from '@latchkey/protocol/counts'
import { withoutUnseen } from '@latchkey/protocol/unseen'

/**
 * Cleans text from an untrusted party: one line of at most `most` characters, without control,
 * direction or zero-width characters; emoji and words keep the joiners that they are made with.
 * @param maxLength @default 64
 */
export function cleanText(value: unknown, maxLength = foreignName): string {
  if (typeof value !== 'string') return ''
  const plain = withoutUnseen(value.slice(0, maxLength * 4))
    .replace(/\s+/g, ' ')
    .trim()
  const letters = Array.from(plain)
  return letters.length > maxLength
    ? `${withoutUnseen(letters.slice(0, maxLength - 1).join(''))}…`
    : plain
}

/** A small `data:` picture, or nothing. */
export function cleanIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > foreignIconBytes) return undefined
  const icon = value.trim()
  return /^data:image\/[\w+.-]+[;,]/i.test(icon) ? icon : undefined
}
