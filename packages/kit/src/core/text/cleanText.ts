import { cleanLine } from '@latchkey/protocol/cleanLine'
import { foreignIconBytes, foreignName } from '@latchkey/protocol/counts'
import { withoutUnseen } from '@latchkey/protocol/unseen'

/**
 * Cleans text from an untrusted party: one line of at most `maxLength` characters, without control,
 * direction or zero-width characters. Joiners inside emoji and words stay.
 * @param maxLength @default 64
 */
export function cleanText(value: unknown, maxLength = foreignName): string {
  if (typeof value !== 'string') return ''
  return cleanLine(value, {
    remove: withoutUnseen,
    // invisible characters do not count in `maxLength`, so more characters are read
    maxRead: maxLength * 4,
    maxLength,
    hasEllipsis: true,
  })
}

/** A `data:` picture that is not too long, else undefined. */
export function cleanIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > foreignIconBytes) return undefined
  const icon = value.trim()
  return /^data:image\/[\w+.-]+[;,]/i.test(icon) ? icon : undefined
}
