import { foreignIconBytes, foreignName } from '@latchkey/protocol/counts'
import { withoutUnseen } from '@latchkey/protocol/unseen'

/**
 * Cleans text from an untrusted party: one line of at most `maxLength` characters, without control,
 * direction or zero-width characters. Emoji and words keep the joiners that they contain.
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

/** A `data:` picture that is not too long, else undefined. */
export function cleanIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > foreignIconBytes) return undefined
  const icon = value.trim()
  return /^data:image\/[\w+.-]+[;,]/i.test(icon) ? icon : undefined
}
