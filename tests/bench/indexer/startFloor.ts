import type { FloorMessage, FloorRequest } from './floor.entry.ts'
import { startChild } from './startChild.ts'

/** The floor in a process of its own. */
export type Floor = {
  url: string
  /** Writes the rows of the blocks from `first` to `last`. @returns milliseconds */
  write: (first: number, last: number) => Promise<number>
  maintain: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts the floor with an empty database: `postgres://…`, or a folder for PGlite. */
export async function startFloor(database: string, signal: AbortSignal): Promise<Floor> {
  const child = startChild<FloorRequest, FloorMessage>('floor.entry.ts', [database], signal)
  try {
    const message = await child.next()
    return {
      url: typeof message === 'object' && 'url' in message ? message.url : '',
      async write(first, last) {
        const message = await child.ask({ write: [first, last] })
        return typeof message === 'object' && 'wrote' in message ? message.wrote : NaN
      },
      maintain: async () => void (await child.ask('maintain')),
      stop: child.stop,
    }
  } catch (error) {
    await child.stop()
    throw error
  }
}
