import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { followSizes } from './followSizes.ts'

/**
 * Gives an element the height of its first child in pixels, so that CSS can animate the change from
 * one screen to the next. A screen that fades out comes after it (`fadeScreens`).
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
        // not the bounding rectangle, because the card's opening animation scales it
        if (child instanceof HTMLElement && child.offsetHeight > 0)
          element.style.blockSize = `${child.offsetHeight}px`
      },
    )
  }, [])
  return ref
}
