import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

/** A subscription that runs until `stop`. */
type Watch = { stop(): void }

/** Starts to follow: reports the first value at once, and each later one. */
export type StartWatch<value, watch extends Watch> = (notify: (value: value) => void) => watch

/**
 * The latest value that `start` reports while the component is mounted; `initial` without `start`.
 * `running` returns the current subscription, also if the function is from an earlier render.
 * `start` must be memoised: another function starts again with `initial`, in the same render.
 */
export function useWatch<value, watch extends Watch>(
  start: StartWatch<value, watch> | undefined,
  initial: value,
): { value: value; running: () => watch | undefined } {
  const current = useRef<watch>(undefined)
  // `initial` counts where `start` changes
  // oxlint-disable-next-line react/exhaustive-deps
  const { subscribe, read } = useMemo(() => followed(start, initial, current), [start])
  return {
    value: useSyncExternalStore(subscribe, read, () => initial),
    running: () => current.current,
  }
}

/** A store whose source runs while it has a subscriber. */
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
