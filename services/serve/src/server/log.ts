import { limitLog } from '@latchkey/server/limitLog'
import type { Faults } from './createFaults.ts'

/**
 * A line of the log: JSON with the name of the service that wrote it. It contains no person's
 * address, no query, no body and no secret.
 */
export type Line = { time: string; level: 'info' | 'warn' | 'error'; part: string } & Readonly<
  Record<string, unknown>
>

/** Writes events, and counts failures. */
export type Log = {
  /** Makes the writer for the lines of a service. Such a line already has a time and a level. */
  of: (part: string) => (line: { level: Line['level']; event?: string; error?: string }) => void
  say: (level: Line['level'], event: string, more?: Readonly<Record<string, unknown>>) => void
}

/**
 * Makes the log.
 * @param write receives a line
 */
export function createLog({
  write,
  faults,
  now,
}: {
  write: (line: Line) => void
  faults: Pick<Faults, 'note'>
  now: () => number
}): Log {
  // lines about successful requests are dropped, because they are too many
  const limited = limitLog<Line>(write, ({ level, part, route, event, status, reason, error }) =>
    level === 'info' && event === undefined
      ? undefined
      : `${part} ${level} ${String(route ?? event)} ${String(status ?? reason)} ${String(error)}`,
  )
  const add = (line: Line) => {
    if (line.level === 'error')
      faults.note(
        line.part,
        String(line['route'] ?? line['event'] ?? ''),
        String(line['error'] ?? line['reason'] ?? line['status'] ?? ''),
      )
    limited(line)
  }
  return {
    of: (part) => (line) => add({ time: new Date(now()).toISOString(), ...line, part }),
    say: (level, event, more) =>
      add({ time: new Date(now()).toISOString(), level, part: 'serve', event, ...more }),
  }
}
