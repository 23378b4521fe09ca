import { codeLife } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import { isTransient } from './isTransient.ts'
import { wait } from './wait.ts'

/** Milliseconds before the next request to an unreachable server. */
const pause = 1_000

/**
 * Repeats a request until there is an answer, as long as a code is valid. The server ends each wait
 * after 25 s. A lost connection does not end the repetition, because the answer may be given on
 * another device meanwhile.
 * @param ask resolves with undefined while there is no answer
 * @throws Fault `codeExpired`, the error of `ask`, or the signal's reason
 */
export async function askUntil<answer>(
  ask: () => Promise<answer | undefined>,
  signal: AbortSignal,
): Promise<answer> {
  const over = Date.now() + codeLife
  while (Date.now() < over) {
    signal.throwIfAborted()
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      if (!isTransient(error)) throw error
      await wait(pause, signal)
    }
  }
  throw fault('codeExpired')
}
