import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Moves the focus to the title of the first visible pane when the focused element becomes hidden,
 * because the window became narrow or wide.
 */
export function useSeenFocus(isWide: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode()
    const focused = root instanceof ShadowRoot ? root.activeElement : null
    // the browser removes the focus from hidden elements, but later
    if (focused && ref.current?.contains(focused) && focused.getClientRects().length === 0)
      ref.current
        .querySelector<HTMLElement>('.pane:not([hidden]) .screen-title')
        ?.focus({ preventScroll: true })
  }, [isWide])
  return ref
}
