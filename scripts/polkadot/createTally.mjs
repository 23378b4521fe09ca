import { isDeepStrictEqual } from 'node:util'

/** So many differences of a kind are printed. */
const maxPrinted = 5

const textOf = (value) =>
  typeof value === 'string'
    ? value
    : (JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ??
      String(value))

/**
 * Counts what a part has compared, by kind.
 * - `same`: compares a value of ours with one of theirs
 * - `check`: counts something that has to be true
 * - `note`: prints a fact
 * - `end`: prints the counts, and returns the number of differences
 */
export function createTally(part) {
  const counts = new Map()
  const faults = []
  function check(kind, isRight, detail = '') {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (!isRight) faults.push({ kind, detail: textOf(detail) })
    return isRight
  }
  return {
    check,
    same: (kind, ours, theirs, detail = '') =>
      check(
        kind,
        isDeepStrictEqual(ours, theirs),
        `${textOf(detail)} ours ${textOf(ours)} theirs ${textOf(theirs)}`,
      ),
    note: (text) => console.log(`${part}: ${text}`),
    end() {
      for (const [kind, count] of counts) {
        const differ = faults.filter((fault) => fault.kind === kind)
        console.log(`${part}: ${count.toLocaleString('en')} ${kind}, ${differ.length} differ`)
        for (const { detail } of differ.slice(0, maxPrinted))
          console.log(`  ${detail.replaceAll('\n', '⏎').slice(0, 600)}`)
      }
      return faults.length
    },
  }
}
