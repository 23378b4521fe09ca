import words from '../../data/nameWords.json' with { type: 'json' }

/** Words that are read for one suggestion; some of them may be registered. */
const max = 64

/**
 * Words that begin with a text and are longer, in the order of the alphabet. The list is sorted.
 */
export function suggestWords(beginning: string): readonly string[] {
  const first = words.findIndex((word) => word > beginning)
  if (first < 0) return []
  const end = words.findIndex((word, index) => index >= first && !word.startsWith(beginning))
  return words.slice(first, Math.min(first + max, end < 0 ? words.length : end))
}
