import { createHostTurns, type HostTurns } from '@latchkey/server/hostTurns'
import { StoreError } from './mailboxStore.ts'

/**
 * Max concurrent commands to Redis, of one line and of all: for messages, and for parts of long
 * lists with this many commands.
 */
const atOnce = { messages: { each: 32, all: 128 }, parts: { each: 16, all: 32 } }
const commandsOfPart = 64
/** Max milliseconds that work waits for its turn. */
const patience = 1_000

/**
 * Turns of requests that cost Redis much. Redis does one thing after the other, so a long queue
 * there delays all clients. A line is an address, or a client whose address is not known. Lines
 * take turns.
 */
export function createRedisTurns() {
  const [messages, parts] = [createHostTurns(atOnce.messages), createHostTurns(atOnce.parts)]
  return {
    /** @throws StoreError when its turn does not start in time; what the work throws */
    message: <result>(line: string, work: () => Promise<result>): Promise<result> =>
      inTime(messages, line, work),
    /** The same for each item of a list, in parts. */
    async each<item, result>(
      line: string,
      items: readonly item[],
      work: (item: item) => Promise<result>,
    ): Promise<result[]> {
      const results: result[] = []
      for (let start = 0; start < items.length; start += commandsOfPart) {
        const part = items.slice(start, start + commandsOfPart)
        results.push(...(await inTime(parts, line, () => Promise.all(part.map(work)))))
      }
      return results
    },
  }
}

async function inTime<result>(
  turns: HostTurns,
  line: string,
  work: () => Promise<result>,
): Promise<result> {
  const late = AbortSignal.timeout(patience)
  let hasBegun = false
  try {
    return await turns.run(line, late, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    throw hasBegun ? error : new StoreError('late', { cause: error })
  }
}
