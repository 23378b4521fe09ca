import * as times from '@latchkey/protocol/times'
import { useCallback, useEffect, useRef, useState } from 'react'
import { KitError } from '../../core/errors/KitError.ts'
import { kitError } from '../../core/errors/errors.ts'
import { useKit } from './useKit.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The progress of an attempt. `isSlow` becomes true after ten seconds; the screen then suggests
 * what the problem may be.
 */
export type Attempt =
  | { status: 'waiting'; isSlow: boolean }
  | { status: 'failed'; error: KitError }
  | { status: 'done' }

/**
 * Runs a task that waits for the visitor's decision. It starts when the screen is shown, and again
 * on `retry`. Leaving the screen aborts it. StrictMode's second start does not send a second
 * request.
 */
export function useAttempt(
  run: (signal: AbortSignal) => Promise<unknown>,
): Attempt & { retry: () => void } {
  const { clock } = contextOf(useKit())
  const [attempt, setAttempt] = useState<Attempt>({ status: 'waiting', isSlow: false })
  const [count, setCount] = useState(0)
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const set = (next: Attempt) => {
      if (!signal.aborted) setAttempt(next)
    }
    set({ status: 'waiting', isSlow: false })
    const cancelStart = clock.setTimeout(() => {
      latest.current(signal).then(
        () => set({ status: 'done' }),
        (error: unknown) =>
          set({
            status: 'failed',
            error: KitError.is(error) ? error : kitError('somethingWrong', { cause: error }),
          }),
      )
    }, 0)
    const cancelSlow = clock.setTimeout(() => {
      if (!signal.aborted)
        setAttempt((now) => (now.status === 'waiting' ? { ...now, isSlow: true } : now))
    }, times.slowHint)
    return () => {
      cancelStart()
      cancelSlow()
      controller.abort()
    }
  }, [clock, count])
  return { ...attempt, retry: useCallback(() => setCount((now) => now + 1), []) }
}
