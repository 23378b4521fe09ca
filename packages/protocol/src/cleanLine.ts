/** How a foreign text is turned into one line. */
export type LineOptions = {
  /** Removes what must not be shown. Calling it again with its result must change nothing. */
  remove: (text: string) => string
  /**
   * Only this many UTF-16 units are read, because a stranger decides how long a text is. @default
   * all
   */
  maxRead?: number
  /**
   * Whether repeated spaces stay. They must stay in names that are compared character by character.
   */
  keepsSpaces?: boolean
  /** The maximum number of code points in the result. @default all */
  maxLength?: number
  /**
   * Whether a text that was cut ends with an ellipsis, because it is shown. The ellipsis is one of
   * the `maxLength` code points.
   */
  hasEllipsis?: boolean
}

/** Turns a foreign text into one short line; empty if nothing of the text can be shown. */
export function cleanLine(
  text: string,
  { remove, maxRead, keepsSpaces, maxLength, hasEllipsis }: LineOptions,
): string {
  const seen = remove(text.slice(0, maxRead))
  const line = (keepsSpaces ? seen : seen.replace(/\s+/g, ' ')).trim()
  const letters = [...line]
  if (maxLength === undefined || letters.length <= maxLength) return line
  return hasEllipsis
    ? // a cut may leave the half of a sign
      `${remove(letters.slice(0, maxLength - 1).join(''))}…`
    : letters.slice(0, maxLength).join('').trim()
}
