import { cleanLine } from '@latchkey/protocol/cleanLine'

/** Maximum of characters of a stored name. */
const maxLength = 64

const withoutInvisible = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')

/**
 * A name that a stranger chose, as one line without invisible characters and direction marks; null
 * when nothing remains. It is shown beside the name of its company, and proves nothing.
 */
export const cleanName = (text: string | null | undefined): string | null =>
  cleanLine(text ?? '', {
    // joiners of emoji, too: mails and logs are plain text
    remove: withoutInvisible,
    // a company may send any length
    maxRead: 1_024,
    // it is stored
    isComposed: true,
    maxLength,
  }) || null
