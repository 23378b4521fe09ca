import { useCallback, useRef } from 'react'

/**
 * A function that stays the same and calls the current `run`, for children that are drawn again
 * only when their props change.
 */
export function useLatest<args extends readonly unknown[]>(
  run: (...args: args) => void,
): (...args: args) => void {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args) => latest.current(...args), [])
}
