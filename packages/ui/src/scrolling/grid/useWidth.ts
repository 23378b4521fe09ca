import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '../observeSizes.ts'

/**
 * Returns the width of an element including its padding, in CSS pixels; 0 before the layout. The
 * component renders again when it changes.
 */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    read()
    return observeSizes([element], read)
  }, [ref])
  return width
}
