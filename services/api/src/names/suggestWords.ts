import words from '../../data/nameWords.json' with { type: 'json' }

/** Max words that are read for one suggestion. Some of them may be registered. */
const max = 64

/** Longer words with this beginning, in alphabetical order. The list is sorted. */
export function suggestWords(beginning: string): readonly string[] {
  const first = words.findIndex((word) => word > beginning)
  if (first < 0) return []
  const end = words.findIndex((word, index) => index >= first && !word.startsWith(beginning))
  return words.slice(first, Math.min(first + max, end < 0 ? words.length : end))
}
