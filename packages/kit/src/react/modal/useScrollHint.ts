import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Marks an element with `data-more` while there is more of it below what is seen, so that a list that is cut off says so. */
export function useScrollHint(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = () => element.toggleAttribute('data-more', element.scrollHeight - element.scrollTop - element.clientHeight > 4)
    const sizes = new ResizeObserver(look)
    const follow = () => {
      sizes.disconnect()
      for (const one of [element, ...element.children]) sizes.observe(one)
      look()
    }
    const children = new MutationObserver(follow)
    children.observe(element, { childList: true })
    element.addEventListener('scroll', look, { passive: true })
    follow()
    return () => {
      sizes.disconnect()
      children.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return ref
}
