import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Gives the focus to the title of the first pane that is seen when the focused element no longer
 * is, because the window has become narrow or wide.
 */
export function useSeenFocus(isWide: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode()
    const focused = root instanceof ShadowRoot ? root.activeElement : null
    // the browser takes the focus from what is hidden, but later
    if (focused && ref.current?.contains(focused) && focused.getClientRects().length === 0)
      ref.current
        .querySelector<HTMLElement>('.pane:not([hidden]) .screen-title')
        ?.focus({ preventScroll: true })
  }, [isWide])
  return ref
}
