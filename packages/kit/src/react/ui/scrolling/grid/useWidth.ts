import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '../observeSizes.ts'

/** CSS pixels of an element from edge to edge of its padding, as they change; 0 before it stands. */
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
