import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '../observeSizes.ts'

/** The rows from `first` to `end`, exclusive. `isScrollingFast`: they move too fast to be read. */
export type VisibleRows = { first: number; end: number; isScrollingFast: boolean }

/** The scroll speed from which rows can't be read, in CSS pixels per millisecond. */
const fastScrollSpeed = 3
/** Milliseconds without scrolling after which rows can be read again. */
const fastScrollRest = 100
/** The minimum number of milliseconds over which a speed can be measured: half a frame. */
const minElapsed = 8

/**
 * Returns the distance in CSS pixels from the start of the scrolling element to that of a list in
 * it.
 */
export function offsetIn(scroll: HTMLElement, list: HTMLElement): number {
  return list === scroll
    ? 0
    : list.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop
}

/**
 * The visible rows of equal height in a scrolling element, with `ahead` more at either end. `list`
 * is the element at which the rows begin. A library for this would be larger than the screen around
 * it, and is made for rows whose height must be measured.
 */
export function useVisibleRows(
  scroll: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { rows, rowHeight, ahead }: { rows: number; rowHeight: number; ahead: number },
): VisibleRows {
  const [visible, setVisible] = useState({ top: 0, end: 1, isScrollingFast: false })
  useLayoutEffect(() => {
    const element = scroll.current
    const beginning = list.current
    if (!element || !beginning) return
    let frame = 0
    let fastAt = -fastScrollRest
    let last = { at: 0, offset: element.scrollTop }
    const read = (isScrollingFast: boolean) => {
      const top = element.scrollTop - offsetIn(element, beginning)
      const next = {
        top: Math.floor(top / rowHeight),
        end: Math.ceil((top + element.clientHeight) / rowHeight),
        isScrollingFast,
      }
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
    const stop = observeSizes([element], () => read(false))
    element.addEventListener('scroll', onScroll, { passive: true })
    read(false)
    return () => {
      stop()
      element.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [scroll, list, rowHeight])
  const { top, end, isScrollingFast } = visible
  return {
    first: Math.max(0, Math.min(top, rows - 1) - ahead),
    end: Math.max(0, Math.min(rows, end + ahead)),
    isScrollingFast,
  }
}
