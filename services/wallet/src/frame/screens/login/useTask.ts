import { useEffect, useRef } from 'react'

/**
 * Begins something once, as the part shows, and ends it with the part. `begin` gets a signal that
 * aborts then. Failures go to `onFail`, unless the part has ended.
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
    // a strict mode mounts twice: the second time goes on with the first
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
