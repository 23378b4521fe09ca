import { createHostTurns, type HostTurns } from '@latchkey/server/hostTurns'
import { StoreError } from './mailboxStore.ts'

/**
 * Maximum of concurrent commands to Redis: `each` for one line, `all` in total. `parts` counts
 * parts of long lists, each of which has `commandsOfPart` commands.
 */
const atOnce = { messages: { each: 32, all: 128 }, parts: { each: 16, all: 32 } }
const commandsOfPart = 64
/** Maximum of milliseconds for which work waits in its line. */
const patience = 1_000

/**
 * Limits the concurrent requests that take Redis much time. Redis does one thing after the other,
 * so a long queue there would delay all clients. Work waits in lines, which take turns. A line is
 * an address, or a client whose address is not known.
 */
export function createRedisTurns() {
  const [messages, parts] = [createHostTurns(atOnce.messages), createHostTurns(atOnce.parts)]
  return {
    /**
     * Runs work for a message. @throws StoreError when it could not start in time; errors of `work`
     */
    message: <result>(line: string, work: () => Promise<result>): Promise<result> =>
      inTime(messages, line, work),
    /** Runs work for each item of a list, in parts. @throws like `message` */
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
