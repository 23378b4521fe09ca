import { createHash } from 'node:crypto'

/** Thrown if a stored file has an unreadable line, or lacks lines. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'
}

/** Writes a line in its stored form: a checksum, then JSON. */
export function writeCheckedLine(line: unknown): string {
  const json = JSON.stringify(line)
  return `${checksum(json)} ${json}\n`
}

/**
 * Reads the complete lines of a text. The checksums show that {@link writeCheckedLine} has written
 * them, so the caller knows their type. `torn`: the last line is incomplete, because the process was
 * killed while it wrote.
 * @throws DamagedError if another line is damaged
 */
export function readCheckedLines(text: string): { lines: unknown[]; torn: boolean } {
  const parts = text.split('\n')
  const rest = parts.pop() ?? ''
  const lines = parts.map(readLine)
  const firstBad = lines.indexOf(undefined)
  if (firstBad >= 0 && firstBad < lines.length - 1)
    throw new DamagedError(`line ${firstBad + 1} is damaged`)
  return { lines: lines.filter((line) => line !== undefined), torn: firstBad >= 0 || rest !== '' }
}

function readLine(text: string): unknown {
  const json = text.slice(9)
  return text.slice(0, 8) === checksum(json) ? JSON.parse(json) : undefined
}

const checksum = (json: string): string =>
  createHash('sha256').update(json).digest('hex').slice(0, 8)
