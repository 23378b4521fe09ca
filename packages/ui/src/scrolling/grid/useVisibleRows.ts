import { startTransition, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '../observeSizes.ts'
import { useIsFirst } from '../useIsFirst.ts'

/**
 * The rows to render, from `first` up to, but without, `end`; `visibleEnd` is the end of the
 * visible rows. `isScrollingFast`: whether the list scrolls too fast for reading. `isFirst`: in the
 * first render of a list, which has no rows outside of the visible part.
 */
export type VisibleRows = {
  first: number
  end: number
  visibleEnd: number
  isScrollingFast: boolean
  isFirst: boolean
}

/**
 * From this speed on, rows cannot be read: 16 rows of wallets a second. In CSS pixels per
 * millisecond.
 */
const fastScrollSpeed = 1.5
/**
 * Rows can be read again after this many milliseconds without scrolling. It is longer than the
 * pauses between two quick turns of a wheel, so that these load no pictures on the way.
 */
const fastScrollRest = 200
/** A speed is measured over at least this many milliseconds: half a frame. */
const minElapsed = 8

/**
 * Returns the distance in CSS pixels from the start of the scrolling element to the start of a list
 * inside it.
 */
export function offsetIn(scroll: HTMLElement, list: HTMLElement): number {
  return list === scroll
    ? 0
    : list.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop
}

type Options = {
  rows: number
  rowHeight: number
  /** Identifies the list: a new value is another list, with its own first render. */
  listId: string
  /** How many more rows are rendered at both ends, after the first render of a list. */
  ahead: number
  /** The row to which the list is scrolled at first. */
  startRow: number
  /** How many rows are rendered before their number on the screen is known. */
  firstRows: number
}

/**
 * Returns the visible rows in a scrolling element, and more rows at both ends. All rows have the
 * same height. `list` is the element in which the rows begin. No library is used: it would be
 * larger than this screen, and it is made for rows whose height has to be measured.
 */
export function useVisibleRows(
  scroll: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { rows, rowHeight, listId, ahead, startRow, firstRows }: Options,
): VisibleRows {
  const [visible, setVisible] = useState({
    top: startRow,
    end: startRow + firstRows,
    isScrollingFast: false,
  })
  const isFirst = useIsFirst(listId)
  useLayoutEffect(() => {
    const element = scroll.current
    const beginning = list.current
    if (!element || !beginning) return
    let frame = 0
    let fastAt = -fastScrollRest
    let last = { at: 0, offset: element.scrollTop }
    const measure = (isScrollingFast: boolean) => {
      const top = element.scrollTop - offsetIn(element, beginning)
      return {
        top: Math.floor(top / rowHeight),
        end: Math.ceil((top + element.clientHeight) / rowHeight),
        isScrollingFast,
      }
    }
    const read = (isScrollingFast: boolean) => {
      const next = measure(isScrollingFast)
      setVisible((now) =>
        now.top === next.top && now.end === next.end && now.isScrollingFast === next.isScrollingFast
          ? now
          : next,
      )
    }
    const follow = (at: number) => {
      const elapsed = at - last.at
      if (elapsed >= minElapsed) {
        if (Math.abs(element.scrollTop - last.offset) > fastScrollSpeed * elapsed) fastAt = at
        last = { at, offset: element.scrollTop }
      }
      const isScrollingFast = at - fastAt < fastScrollRest
      read(isScrollingFast)
      cancelAnimationFrame(frame)
      if (isScrollingFast) frame = requestAnimationFrame(follow)
    }
    const onScroll = ({ timeStamp }: Event) => follow(timeStamp)
    const stop = observeSizes([element], () => startTransition(() => read(false)))
    element.addEventListener('scroll', onScroll, { passive: true })
    const first = measure(false)
    // rows that are rendered, but not visible, are no reason to render again
    setVisible((now) => (now.top <= first.top && now.end >= first.end ? now : first))
    return () => {
      stop()
      element.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [scroll, list, rowHeight])
  const { top, end, isScrollingFast } = visible
  const more = isFirst ? 0 : ahead
  return {
    first: Math.max(0, Math.min(top, rows - 1) - more),
    end: Math.max(0, Math.min(rows, end + more)),
    visibleEnd: end,
    isScrollingFast,
    isFirst,
  }
}
