import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * When the window becomes narrow or wide, the focused element may become hidden. Then the focus
 * moves to the title of the first visible pane.
 */
export function useSeenFocus(isWide: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = ref.current?.getRootNode()
    const focused = root instanceof ShadowRoot ? root.activeElement : null
    // the browser also removes the focus from hidden elements, but later
    if (focused && ref.current?.contains(focused) && focused.getClientRects().length === 0)
      ref.current
        .querySelector<HTMLElement>('.pane:not([hidden]) .screen-title')
        ?.focus({ preventScroll: true })
  }, [isWide])
  return ref
}
