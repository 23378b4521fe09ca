/** How a foreign text becomes one line. */
export type LineOptions = {
  /** Removes what must not be shown. It changes nothing of what it has returned. */
  remove: (text: string) => string
  /** UTF-16 units that are read: a stranger decides how long a text is. @default all */
  maxRead?: number
  /** Composes letters and their marks first, for texts that are stored and compared. */
  isComposed?: boolean
  /** Leaves several spaces in a row, for names that are equal only if each character is. */
  keepsSpaces?: boolean
  /** Code points that remain. @default all */
  maxLength?: number
  /** Whether the last of them is an ellipsis where the text was cut, for texts that are shown. */
  hasEllipsis?: boolean
}

/** A foreign text as one short line; empty if nothing of it can be shown. */
export function cleanLine(
  text: string,
  { remove, maxRead, isComposed, keepsSpaces, maxLength, hasEllipsis }: LineOptions,
): string {
  const read = text.slice(0, maxRead)
  const seen = remove(isComposed ? read.normalize('NFC') : read)
  const line = (keepsSpaces ? seen : seen.replace(/\s+/g, ' ')).trim()
  const letters = [...line]
  if (maxLength === undefined || letters.length <= maxLength) return line
  return hasEllipsis
    ? // a cut may leave the half of a sign
      `${remove(letters.slice(0, maxLength - 1).join(''))}…`
    : letters.slice(0, maxLength).join('').trim()
}
