import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Focuses the first control of the connect methods when their code is loaded, if the focus is still
 * on their placeholder. `isWanted` is false on a phone, where the focus would open the keyboard.
 */
export function useFirstFocus<element extends HTMLElement>(
  isWanted = true,
): RefObject<element | null> {
  const ref = useRef<element>(null)
  useEffect(() => {
    const place = ref.current?.closest('.connect-methods')
    const root = place?.getRootNode()
    const waits =
      root instanceof ShadowRoot &&
      root.activeElement === place &&
      place?.querySelector('button, a, input') === ref.current
    if (isWanted && waits) ref.current?.focus({ preventScroll: true })
  }, [isWanted])
  return ref
}
