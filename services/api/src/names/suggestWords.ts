import words from '../../data/nameWords.json' with { type: 'json' }

/** Maximum of words for one suggestion. Some of these names may be registered already. */
const max = 64

/** Words that are longer than this beginning and begin with it, in alphabetical order. */
export function suggestWords(beginning: string): readonly string[] {
  const first = words.findIndex((word) => word > beginning)
  if (first < 0) return []
  const end = words.findIndex((word, index) => index >= first && !word.startsWith(beginning))
  return words.slice(first, Math.min(first + max, end < 0 ? words.length : end))
}
