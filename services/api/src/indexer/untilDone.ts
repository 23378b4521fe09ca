import { wait } from '@latchkey/server/waiting'

/**
 * Repeats an action until it succeeds. The pauses double.
 * @param options.first milliseconds of the first pause
 * @param options.max milliseconds of the longest pause
 * @param options.onFailure is called at the first of several consecutive failures
 * @returns undefined when it was stopped before it succeeded
 */
export async function untilDone<value>(
  {
    first,
    max,
    stop,
    onFailure,
  }: { first: number; max: number; stop: AbortSignal; onFailure: (error: Error) => void },
  work: () => Promise<value>,
): Promise<value | undefined> {
  for (let failures = 0; !stop.aborted; failures++) {
    try {
      return await work()
    } catch (error) {
      if (stop.aborted) return undefined
      if (failures === 0 && error instanceof Error) onFailure(error)
      await wait(Math.min(max, first * 2 ** failures), stop)
    }
  }
  return undefined
}
