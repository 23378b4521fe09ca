import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Gives the keyboard to the first control of the ways in, when their code has come and the keyboard waits at them still. `isWanted` is
 * false where it would raise the keys of a phone before anybody wants to write.
 */
export function useFirstFocus<element extends HTMLElement>(isWanted = true): RefObject<element | null> {
  const ref = useRef<element>(null)
  useEffect(() => {
    const place = ref.current?.closest('.connect-methods')
    const root = place?.getRootNode()
    const waits = root instanceof ShadowRoot && root.activeElement === place && place?.querySelector('button, a, input') === ref.current
    if (isWanted && waits) ref.current?.focus({ preventScroll: true })
  }, [isWanted])
  return ref
}
