import type { Clock } from '../page/clock.ts'
import { kitError } from './errors.ts'

/** The bounds of a wait. */
export type Limit = {
  /** Milliseconds. */
  ms: number
  clock: Clock
  /** Ends the wait early, with `requestAborted`. */
  signal?: AbortSignal
  /** Makes the error that is thrown when time is up. */
  onTimeout: () => Error
}

/**
 * Runs `task` for at most `ms` milliseconds. The task's own signal fires when the wait ends before
 * the task does.
 * @throws KitError requestAborted when `signal` fires; the error of `onTimeout` when time is up; the
 *   task's errors
 */
export async function withLimit<value>(
  task: (signal: AbortSignal) => Promise<value>,
  { ms, clock, signal, onTimeout }: Limit,
): Promise<value> {
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  const own = new AbortController()
  let end: () => void = () => {}
  const ended = new Promise<never>((_, reject) => {
    const stop = (reason: Error) => {
      reject(reason)
      own.abort(reason)
    }
    const cancel = clock.setTimeout(() => stop(onTimeout()), ms)
    const onAbort = () => stop(kitError('requestAborted', { cause: signal?.reason }))
    signal?.addEventListener('abort', onAbort, { once: true })
    end = () => {
      cancel()
      signal?.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([task(own.signal), ended])
  } finally {
    end()
  }
}

/** Waits for `ms` milliseconds. @throws KitError requestAborted */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel()
      reject(kitError('requestAborted', { cause: signal?.reason }))
    }
    const cancel = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
