import { createTurns, type Turns } from '@latchkey/server/turns'

/** Makes the function that gives the turns of an address: one address asks much at a time, and does not hold up another. */
export function createTurnsOf(): <result>(address: string, work: (turns: Turns) => Promise<result>) => Promise<result> {
  const inUse = new Map<string, { turns: Turns; users: number }>()
  return async (address, work) => {
    const entry = inUse.get(address) ?? { turns: createTurns(1), users: 0 }
    inUse.set(address, entry)
    entry.users += 1
    try {
      return await work(entry.turns)
    } finally {
      entry.users -= 1
      if (entry.users === 0) inUse.delete(address)
    }
  }
}
