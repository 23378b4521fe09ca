import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

/** A subscription that runs until `stop`. */
type Watch = { stop(): void }

/** Starts a subscription. It reports the first value at once, and then each later value. */
export type StartWatch<value, watch extends Watch> = (notify: (value: value) => void) => watch

/**
 * Returns the latest value that `start` reports while the component is mounted; without `start` it
 * is `initial`. `running` returns the current subscription, even if `running` comes from an earlier
 * render. `start` must be memoised: a new function starts again with `initial`, in the same render.
 */
export function useWatch<value, watch extends Watch>(
  start: StartWatch<value, watch> | undefined,
  initial: value,
): { value: value; running: () => watch | undefined } {
  const current = useRef<watch>(undefined)
  // `initial` is read only when `start` changes
  // oxlint-disable-next-line react/exhaustive-deps
  const { subscribe, read } = useMemo(() => followed(start, initial, current), [start])
  return {
    value: useSyncExternalStore(subscribe, read, () => initial),
    running: () => current.current,
  }
}

/** Creates a store whose subscription runs as long as the store has a subscriber. */
function followed<value, watch extends Watch>(
  start: StartWatch<value, watch> | undefined,
  initial: value,
  current: RefObject<watch | undefined>,
) {
  let latest = initial
  return {
    read: () => latest,
    subscribe(onChange: () => void) {
      const own = start?.((value) => {
        latest = value
        onChange()
      })
      current.current = own
      return () => own?.stop()
    },
  }
}
