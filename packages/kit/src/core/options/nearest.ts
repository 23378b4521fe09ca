/**
 * The known name that `name` probably stands for. It is the known name that needs the fewest edits
 * (letters added, removed, replaced or swapped). They are at most a third of the letters of `name`,
 * or one if it is short. If there is no such name, it is the shortest known name that contains
 * `name`. Undefined if there is none either, or if `name` is too short for a guess. Case does not
 * count.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const lowerName = name.toLowerCase()
  const maxDistance = Math.max(1, Math.floor(lowerName.length / 3))
  const byDistance = known
    .map((candidate) => ({
      name: candidate,
      distance: distanceOf(lowerName, candidate.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = byDistance
  if (best && lowerName.length > 1 && best.distance <= maxDistance) return best.name
  const holding = known.filter(
    (candidate) => lowerName.length > 2 && candidate.toLowerCase().includes(lowerName),
  )
  return [...holding].sort((a, b) => a.length - b.length)[0]
}

/**
 * The number of edits that turn one text into the other. An edit adds, removes or replaces a
 * letter, or swaps two neighbours (optimal string alignment).
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
