/** Most lines of one kind within so many milliseconds. */
const most = { lines: 60, milliseconds: 60_000 }

/**
 * Limits the lines of a kind in a minute: untrusted clients cause them, and a full disk stops the service. The first line after
 * that says how many were left out, as `skipped`.
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
