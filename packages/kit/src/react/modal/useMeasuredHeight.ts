import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Keeps an element as high as its first child, so that CSS can animate the way from one screen to the next. */
export function useMeasuredHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const child = element.firstElementChild
      // not its rectangle, which the card's own animation scales
      if (child instanceof HTMLElement && child.offsetHeight > 0) element.style.blockSize = `${child.offsetHeight}px`
    })
    const follow = () => {
      observer.disconnect()
      if (element.firstElementChild) observer.observe(element.firstElementChild)
    }
    const children = new MutationObserver(follow)
    children.observe(element, { childList: true })
    follow()
    return () => {
      observer.disconnect()
      children.disconnect()
    }
  }, [])
  return ref
}
