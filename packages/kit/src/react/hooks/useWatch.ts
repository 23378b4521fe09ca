import { useMemo, useSyncExternalStore } from 'react'

/** What follows something until `stop`. */
type Watch = { stop(): void }

/** Starts to follow: reports the first value at once, and each later one. */
export type StartWatch<value, watch extends Watch> = (notify: (value: value) => void) => watch

/**
 * The latest value that `start` reports while the component is mounted, and the running watch.
 * `start` must be memoised: another one begins anew with `initial`, in the same render. Without
 * one the value is `initial`.
 */
export function useWatch<value, watch extends Watch>(
  start: StartWatch<value, watch> | undefined,
  initial: value,
): { value: value; running: () => watch | undefined } {
  // `initial` counts where `start` changes
  // oxlint-disable-next-line react/exhaustive-deps
  const { subscribe, read, running } = useMemo(() => followed(start, initial), [start])
  return { value: useSyncExternalStore(subscribe, read, () => initial), running }
}

/** A store whose source runs while it has a subscriber. */
function followed<value, watch extends Watch>(
  start: StartWatch<value, watch> | undefined,
  initial: value,
) {
  let latest = initial
  let current: watch | undefined
  return {
    read: () => latest,
    running: () => current,
    subscribe(onChange: () => void) {
      current = start?.((value) => {
        latest = value
        onChange()
      })
      return () => current?.stop()
    },
  }
}
