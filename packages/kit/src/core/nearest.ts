/**
 * The known name most likely meant by `name`: the one with the fewest letters added, removed,
 * replaced or swapped with the next, a third of its letters at most; else the shortest that
 * contains it. Undefined where none is near. Case does not count.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  const maxDistance = Math.max(1, Math.floor(wanted.length / 3))
  const byDistance = known
    .map((candidate) => ({ one: candidate, distance: distanceOf(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = byDistance
  if (best && wanted.length > 1 && best.distance <= maxDistance) return best.one
  const holding = known.filter(
    (candidate) => wanted.length > 2 && candidate.toLowerCase().includes(wanted),
  )
  return [...holding].sort((a, b) => a.length - b.length)[0]
}

/**
 * Letters added, removed, replaced or swapped with the next, from one text to the other (optimal
 * string alignment).
 */
function distanceOf(from: string, to: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1]
      const isSwapped =
        row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[to.length] ?? 0
}
