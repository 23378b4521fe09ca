import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { followSizes } from './followSizes.ts'

/**
 * Keeps an element as high as its first child, so that CSS can animate the change from one screen
 * to the next.
 */
export function useMeasuredHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    return followSizes(
      element,
      () => element.children,
      () => {
        const child = element.firstElementChild
        // not its bounding rectangle, which the card's own animation scales
        if (child instanceof HTMLElement && child.offsetHeight > 0)
          element.style.blockSize = `${child.offsetHeight}px`
      },
    )
  }, [])
  return ref
}
