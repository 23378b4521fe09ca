import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '@latchkey/ui/scrolling/observeSizes.ts'

/** The number of columns where the width is enough. Only a watch is narrower. */
export const maxColumns = 4
/**
 * In CSS pixels: the minimum width of a tile, and the horizontal padding of the grid. The CSS of
 * the skeleton has the same values.
 */
const minWidth = 64
const margins = 24

/**
 * Returns how many columns fit into an element. Its width is not known in the first render, which
 * therefore has as many as fit almost everywhere; nothing has to be rendered again then.
 */
export function useColumns(ref: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(maxColumns)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () => {
      const width = element.clientWidth
      const fitting = Math.floor((width - margins) / minWidth)
      if (width > 0) setColumns(Math.max(1, Math.min(maxColumns, fitting))) // 0 while hidden
    }
    read()
    return observeSizes([element], read)
  }, [ref])
  return columns
}
