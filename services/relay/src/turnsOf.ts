import { createTurns, type Turns } from '@latchkey/server/turns'

/**
 * Makes the function that runs work with the queue of an address or a client. A queue runs one
 * request at a time. Queues do not wait for each other.
 */
export function createTurnsOf(): <result>(
  name: string,
  work: (turns: Turns) => Promise<result>,
) => Promise<result> {
  const inUse = new Map<string, { turns: Turns; users: number }>()
  return async (name, work) => {
    const entry = inUse.get(name) ?? { turns: createTurns(1), users: 0 }
    inUse.set(name, entry)
    entry.users += 1
    try {
      return await work(entry.turns)
    } finally {
      entry.users -= 1
      if (entry.users === 0) inUse.delete(name)
    }
  }
}
