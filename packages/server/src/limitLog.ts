/** Lines of one kind within so many milliseconds. */
const most = { lines: 60, milliseconds: 60_000 }

/**
 * Writes so many lines of a kind in a minute: strangers make them come, and a disk that is full of them serves nobody. The first one after
 * that tells how many were left out, as `skipped`.
 * @param kindOf names the kind of a line, of which there may be hundreds; undefined for lines that are always written
 * @param now milliseconds of a clock that does not jump
 */
export function limitLog<line extends object>(write: (line: line | (line & { skipped: number })) => void, kindOf: (line: line) => string | undefined, now = () => performance.now()): (line: line) => void {
  const kinds = new Map<string, { since: number; lines: number }>()
  return (line) => {
    const name = kindOf(line)
    if (name === undefined) return write(line)
    const kind = kinds.get(name)
    if (kind && now() - kind.since < most.milliseconds) {
      kind.lines += 1
      if (kind.lines <= most.lines) write(line)
      return
    }
    kinds.set(name, { since: now(), lines: 1 })
    const skipped = (kind?.lines ?? 0) - most.lines
    write(skipped > 0 ? { ...line, skipped } : line)
  }
}
