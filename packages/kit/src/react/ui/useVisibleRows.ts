import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Rows from `first` up to and without `end`. */
export type VisibleRows = { first: number; end: number }

/**
 * Which rows of equal height are in sight of an element that scrolls, with `ahead` more at either end. A library for this
 * weighs more than the screen around it and is made for rows whose height has to be measured.
 */
export function useVisibleRows(scroll: RefObject<HTMLElement | null>, { rows, rowHeight, ahead }: { rows: number; rowHeight: number; ahead: number }): VisibleRows {
  const [visible, setVisible] = useState({ top: 0, end: 1 })
  useLayoutEffect(() => {
    const element = scroll.current
    if (!element) return
    const read = () => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
      setVisible((now) => (now.top === top && now.end === end ? now : { top, end }))
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    read()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroll, rowHeight])
  return { first: Math.max(0, Math.min(visible.top, rows - 1) - ahead), end: Math.min(rows, visible.end + ahead) }
}
