import { fill as fillMessage } from '@latchkey/words/fill'
import type { Message, Values } from '@latchkey/words/messages'

/**
 * A message with its placeholders filled in. Values that are texts are isolated, because most come
 * from foreign sources: right-to-left letters in them cannot reorder the text around them.
 */
export const fill = <const message extends Message>(
  message: message,
  values: Values<message>,
): string => fillMessage(message, values, { isolation: 'always' })
