import type { Action } from './actions.ts'

/** A list of the actions on a chain, each with its time. */
export type ActionLog = {
  /** Adds an action at a time in seconds since 1970. */
  at(time: number, action: Action): void
  /** All actions up to `end`, the earliest first. */
  until(end: number): readonly { at: number; action: Action }[]
}

/** Creates an empty log. */
export function createActionLog(): ActionLog {
  const notes: { at: number; action: Action }[] = []
  return {
    at: (time, action) => void notes.push({ at: Math.round(time), action }),
    until: (end) =>
      notes.filter((note) => note.at <= end).toSorted((one, other) => one.at - other.at),
  }
}
