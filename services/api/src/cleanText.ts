import { counts } from '@latchkey/protocol/limits'

/**
 * A name from a chain, made safe to show: no control or direction characters, one line, at most
 * {@link counts.foreignName} characters.
 */
export function cleanText(text: string): string {
  const line = text
    .slice(0, 4 * counts.foreignName)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...line].slice(0, counts.foreignName).join('')
}
