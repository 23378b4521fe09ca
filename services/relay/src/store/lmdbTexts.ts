import { lengthOf } from './lmdbRows.ts'
import type { MessageRow, Tables } from './lmdbTables.ts'
import type { Writer } from './lmdbWriter.ts'

type MessageKey = [topic: string, seq: number]

/** Whether a message is stored apart from its row. */
export const isLarge = ({ length }: { length: number }) => length > 2_000

/**
 * Stores large messages apart from their rows, so that reading rows takes the same time for
 * messages of every size.
 */
export function createTexts(
  { messages, texts }: Pick<Tables, 'messages' | 'texts'>,
  writer: Writer,
  onBad: () => void,
) {
  /** Removes a row that is damaged, or whose message is missing. */
  function removeBad(key: MessageKey): void {
    onBad()
    writer.remove(messages, key)
    writer.remove(texts, [key[1]])
  }

  return {
    removeBad,
    /** Stores a message. Returns the row that was written. */
    put(key: MessageKey, message: MessageRow): MessageRow {
      const [publisher, request, hash, expires, data, holder] = message
      if (typeof data === 'number' || !isLarge(data)) {
        writer.put(messages, key, message, lengthOf(message))
        return message
      }
      const row: MessageRow = [publisher, request, hash, expires, data.length, holder]
      writer.put(messages, key, row)
      writer.put(texts, [key[1]], data, data.length)
      return row
    },
    remove(key: MessageKey, [, , , , data]: MessageRow): void {
      writer.remove(messages, key)
      if (typeof data === 'number') writer.remove(texts, [key[1]])
    },
    /**
     * The message of a row. If it is damaged or missing, the row is removed, and undefined is
     * returned.
     */
    of(key: MessageKey, [, , , , data]: MessageRow): string | undefined {
      const text: unknown = typeof data === 'number' ? texts.get([key[1]]) : data
      if (typeof text === 'string') return text
      removeBad(key)
      return undefined
    },
  }
}
