import { useCallback, useRef } from 'react'

/**
 * Returns a function that stays the same and calls the latest `run`. Children that render again
 * only when their props change need it.
 */
export function useLatest<args extends readonly unknown[]>(
  run: (...args: args) => void,
): (...args: args) => void {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args) => latest.current(...args), [])
}
