import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { followSizes } from './followSizes.ts'

/**
 * Sets `data-more` on an element while there is more content below the visible part. CSS then shows
 * that the list continues.
 */
export function useScrollHint(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const update = () =>
      void element.toggleAttribute(
        'data-more',
        element.scrollHeight - element.scrollTop - element.clientHeight > 4,
      )
    element.addEventListener('scroll', update)
    const stop = followSizes(element, () => [element, ...element.children], update)
    return () => {
      element.removeEventListener('scroll', update)
      stop()
    }
  }, [])
  return ref
}
