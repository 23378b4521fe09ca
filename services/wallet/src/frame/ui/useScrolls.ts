import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Whether a box has more content than it shows. Then it has to be focusable, so that the
 * keyboard can scroll it.
 */
export function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setScrolls(element.scrollHeight > element.clientHeight + 1)
    const resizes = new ResizeObserver(look)
    resizes.observe(element)
    for (const child of element.children) resizes.observe(child)
    return () => resizes.disconnect()
  }, [box])
  return scrolls
}
