import { counts } from '@latchkey/protocol/limits'
import { cutText } from '@latchkey/protocol/cutText'
import { withoutUnseen } from '@latchkey/protocol/unseen'

/**
 * Makes a name from a chain safe to show: on one line, without control and direction characters,
 * and at most {@link counts.foreignName} characters long.
 */
export function cleanText(text: string): string {
  const line = withoutUnseen(text.slice(0, 4 * counts.foreignName))
    .replace(/\s+/gu, ' ')
    .trim()
  return cutText(line, counts.foreignName)
}
