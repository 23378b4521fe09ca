import { useCallback, useRef } from 'react'

/**
 * Returns a stable function that calls the current `run`, for children that are rendered again only
 * when their props change.
 */
export function useLatest<args extends readonly unknown[]>(
  run: (...args: args) => void,
): (...args: args) => void {
  const latest = useRef(run)
  latest.current = run
  return useCallback((...args) => latest.current(...args), [])
}
