import type { Action } from './actions.ts'

/** The actions on a chain, in order of time. */
export type ActionLog = {
  /** Notes an action for a moment, seconds since 1970. */
  at(time: number, action: Action): void
  /** All actions noted before `end`, the earliest first; later ones are left out. */
  until(end: number): readonly { at: number; action: Action }[]
}

/** An empty diary. */
export function createActionLog(): ActionLog {
  const notes: { at: number; action: Action }[] = []
  return {
    at: (time, action) => void notes.push({ at: Math.round(time), action }),
    until: (end) =>
      notes.filter((note) => note.at <= end).toSorted((one, other) => one.at - other.at),
  }
}
