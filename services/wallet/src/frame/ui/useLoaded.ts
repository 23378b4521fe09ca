import { useEffect, useState } from 'react'

/** The state of data that a screen loads. */
export type Loaded<value> =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'done'; value: value }

/** Loads once, and again on `retry` or with another `key`. Aborts when the screen is removed. */
export function useLoaded<value>(
  load: (signal: AbortSignal) => Promise<value>,
  key?: unknown,
): Loaded<value> {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<value>>({ status: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    setLoaded({ status: 'loading' })
    load(controller.signal).then(
      (value) => !controller.signal.aborted && setLoaded({ status: 'done', value }),
      () =>
        !controller.signal.aborted &&
        setLoaded({ status: 'failed', retry: () => setAttempt((last) => last + 1) }),
    )
    return () => controller.abort()
    // a screen loads for its own params, which do not change
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt, key])
  return loaded
}
