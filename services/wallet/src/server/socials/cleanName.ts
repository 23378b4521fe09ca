import { cleanLine } from '@latchkey/protocol/cleanLine'

/** Maximum of characters of a stored name. */
const maxLength = 64

/**
 * Removes everything that is drawn as nothing: also `DI`, which Unicode calls default ignorable,
 * and the blank of Braille. The result is in the composed form (NFC), because it is stored.
 */
const withoutInvisible = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, '').normalize('NFC')

/**
 * A name that a stranger chose, as one line without invisible characters and direction marks; null
 * when nothing remains. It is shown beside the name of its company, and proves nothing.
 */
export const cleanName = (text: string | null | undefined): string | null =>
  cleanLine(text ?? '', {
    // joiners of emoji are removed, too, because mails and logs are plain text
    remove: withoutInvisible,
    // a company may send any length
    maxRead: 1_024,
    maxLength,
  }) || null
