import { withoutUnseen } from '@latchkey/protocol/unseen'

/** The maximal length of a name, in characters. The rest is cut. */
const maxLength = 255

/**
 * An untrusted name on one line, without control and direction marks. The joiners and tags of emoji
 * stay. Undefined if nothing is left.
 */
export function cleanName(name: string): string | undefined {
  return withoutUnseen(name.slice(0, maxLength)).trim() || undefined
}
