import { cleanLine } from '@latchkey/protocol/cleanLine'

/** Maximum of characters of a stored name. */
const maxLength = 64

// in the composed form of Unicode (NFC), because the name is stored
const withoutInvisible = (text: string) =>
  text.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')

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
