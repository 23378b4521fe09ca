/**
 * At most `lines` lines of one kind in `milliseconds`, and at most `kinds` kinds. All further kinds
 * count as one kind.
 */
const max = { lines: 60, milliseconds: 60_000, kinds: 1_000 }
const others = 'others'

/**
 * Limits how many lines of a kind are written in a minute, because untrusted clients can cause
 * lines, and a full disk stops the service. The first line after a pause contains the number of
 * skipped lines as `skipped`.
 * @param kindOf returns the kind of a line; there should be hundreds of kinds at most. A line whose
 *   kind is undefined is always written
 * @param now a clock in milliseconds that does not jump
 */
export function limitLog<line extends object>(
  write: (line: line | (line & { skipped: number })) => void,
  kindOf: (line: line) => string | undefined,
  now = () => performance.now(),
): (line: line) => void {
  const kinds = new Map<string, { since: number; lines: number }>()
  let tidied = -Infinity
  /** How many lines of removed kinds were skipped and not reported yet. */
  let unreported = 0

  function hasRoom(): boolean {
    if (kinds.size < max.kinds) return true
    if (now() - tidied < max.milliseconds) return false
    tidied = now()
    for (const [name, { since, lines }] of kinds) {
      if (now() - since < max.milliseconds) continue
      unreported += Math.max(lines - max.lines, 0)
      kinds.delete(name)
    }
    return kinds.size < max.kinds
  }

  return (line) => {
    const own = kindOf(line)
    if (own === undefined) return write(line)
    const name = kinds.has(own) || hasRoom() ? own : others
    const kind = kinds.get(name)
    if (kind && now() - kind.since < max.milliseconds) {
      kind.lines += 1
      if (kind.lines <= max.lines) write(line)
      return
    }
    kinds.set(name, { since: now(), lines: 1 })
    const skipped = Math.max((kind?.lines ?? 0) - max.lines, 0) + unreported
    unreported = 0
    write(skipped > 0 ? { ...line, skipped } : line)
  }
}
