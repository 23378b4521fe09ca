/** Max characters of a stored name. */
const maxLength = 64

/**
 * A name that a stranger chose, as one line without invisible characters and direction marks; null
 * when nothing remains. It is shown beside the name of its company, and proves nothing.
 */
export function cleanName(text: string | null | undefined): string | null {
  const clean = (text ?? '')
    .slice(0, 1_024)
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, maxLength).join('').trim() || null
}
