import { cleanLine } from '@latchkey/protocol/cleanLine'
import { withoutUnseen } from '@latchkey/protocol/unseen'

/** The maximal length of a name, in characters. The rest is cut. */
const maxLength = 255

/**
 * An untrusted name on one line, without control and direction marks. The joiners and tags of emoji
 * stay. Undefined if nothing is left.
 */
export const cleanName = (name: string): string | undefined =>
  // a name that this changes is refused, so it changes no spaces
  cleanLine(name, { remove: withoutUnseen, maxRead: maxLength, keepsSpaces: true }) || undefined
