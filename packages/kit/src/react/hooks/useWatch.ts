import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

/** A subscription that runs until `stop`. */
type Watch = { stop(): void }

/** Starts a subscription. It reports the first value at once, and then each later value. */
export type StartWatch<value, watch extends Watch> = (notify: (value: value) => void) => watch

/**
 * Returns the latest value that `start` reports while the component is mounted; without `start` it
 * is `initial`. `running` returns the current subscription, even if `running` comes from an earlier
 * render. `start` must be memoised: a new function starts again with the value of `peek`, or else
 * with `initial`, in the same render.
 * @param peek returns the value that `start` would report first. With it, a cached value is in the
 *   first render; without it, only in the second
 */
export function useWatch<value, watch extends Watch>(
  start: StartWatch<value, watch> | undefined,
  initial: value,
  peek?: () => value,
): { value: value; running: () => watch | undefined } {
  const current = useRef<watch>(undefined)
  const { subscribe, read } = useMemo(
    () => followed(start, start && peek ? peek() : initial, current),
    // `initial` and `peek` are read only when `start` changes
    // oxlint-disable-next-line react/exhaustive-deps
    [start],
  )
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
        if (isSame(latest, value)) return
        latest = value
        onChange()
      })
      current.current = own
      return () => own?.stop()
    },
  }
}

/** Whether two values are the same, or objects with the same values. */
function isSame(before: unknown, now: unknown): boolean {
  if (!(before instanceof Object) || !(now instanceof Object)) return before === now
  const names = Object.keys({ ...before, ...now })
  return names.every((name) => Reflect.get(before, name) === Reflect.get(now, name))
}
