import { createTurns, type Turns } from '@latchkey/server/turns'

/**
 * Makes the function that returns the turns of an address, or of a client. Each runs one request at
 * a time, and does not delay another.
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
