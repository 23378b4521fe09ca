import { fill as fillMessage } from '@latchkey/words/fill'
import type { Message, Values } from '@latchkey/words/messages'

/**
 * A message with its placeholders filled in. Values that are texts are isolated, because most come
 * from strangers: right-to-left letters in them reorder nothing around them.
 */
export const fill = <const message extends Message>(
  message: message,
  values: Values<message>,
): string => fillMessage(message, values, { isolation: 'always' })
