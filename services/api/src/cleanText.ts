import { counts } from '@latchkey/protocol/limits'
import { cutText } from '@latchkey/protocol/cutText'
import { withoutUnseen } from '@latchkey/protocol/unseen'

/**
 * A name from a chain, made safe to show: no control or direction characters, one line, at most
 * {@link counts.foreignName} characters.
 */
export function cleanText(text: string): string {
  const line = withoutUnseen(text.slice(0, 4 * counts.foreignName))
    .replace(/\s+/gu, ' ')
    .trim()
  return cutText(line, counts.foreignName)
}
