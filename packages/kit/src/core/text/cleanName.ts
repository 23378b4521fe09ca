import { cleanLine } from '@latchkey/protocol/cleanLine'
import { withoutUnseen } from '@latchkey/protocol/unseen'

/** The maximal length of a name, in characters. The rest is cut. */
const maxLength = 255

/**
 * An untrusted name on one line, without control and direction marks. The joiners and tags of emoji
 * stay. Undefined if nothing is left.
 */
export const cleanName = (name: string): string | undefined =>
  // callers refuse a name that this function changes, so it does not change spaces
  cleanLine(name, { remove: withoutUnseen, maxRead: maxLength, keepsSpaces: true }) || undefined
