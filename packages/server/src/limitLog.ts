/**
 * Max lines of one kind in a time, in milliseconds, and max kinds. All further kinds count as one.
 */
const max = { lines: 60, milliseconds: 60_000, kinds: 1_000 }
const others = 'others'

/**
 * Limits the lines of a kind in a minute, because untrusted clients cause them, and a full disk
 * stops the service. The first line after a gap has the number of skipped lines, as `skipped`.
 * @param kindOf names the kind of a line, of which there should be hundreds at most; undefined for
 * lines that are always written
 * @param now milliseconds of a clock that does not jump
 */
export function limitLog<line extends object>(
  write: (line: line | (line & { skipped: number })) => void,
  kindOf: (line: line) => string | undefined,
  now = () => performance.now(),
): (line: line) => void {
  const kinds = new Map<string, { since: number; lines: number }>()
  let tidied = -Infinity
  /** Number of skipped lines of removed kinds that no line has reported yet. */
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
