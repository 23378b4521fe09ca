import { useEffect, useRef } from 'react'

/**
 * Starts a task once when the component mounts, and aborts it when the component unmounts.
 * `begin` gets the signal. Failures before the abort go to `onFail`.
 */
export function useTask(
  begin: (signal: AbortSignal) => Promise<void>,
  onFail: (error: unknown) => void,
): void {
  const latest = useRef({ begin, onFail })
  latest.current = { begin, onFail }
  const running = useRef<{ controller: AbortController; ending?: ReturnType<typeof setTimeout> }>(
    undefined,
  )
  useEffect(() => {
    // strict mode mounts twice: the second mount continues the first one's task
    if (running.current) clearTimeout(running.current.ending)
    else {
      const controller = new AbortController()
      running.current = { controller }
      latest.current
        .begin(controller.signal)
        .catch((error: unknown) => !controller.signal.aborted && latest.current.onFail(error))
    }
    return () => {
      const own = running.current
      if (own)
        own.ending = setTimeout(() => own.controller.abort(new Error('The screen has ended')))
    }
  }, [])
}
