/** Counts words, such as the results of requests. */
export function createTally() {
  const counts = new Map<string, number>()
  return {
    add: (word: string, by = 1) => void counts.set(word, (counts.get(word) ?? 0) + by),
    get: (word: string) => counts.get(word) ?? 0,
    text: () =>
      [...counts].map(([word, count]) => `${count.toLocaleString('en')} ${word}`).join(', '),
  }
}
