import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '../observeSizes.ts'

/**
 * The rows from `first` up to, but without, `end`. `isScrollingFast`: whether the list scrolls too
 * fast for reading.
 */
export type VisibleRows = { first: number; end: number; isScrollingFast: boolean }

/** From this speed on, rows cannot be read. In CSS pixels per millisecond. */
const fastScrollSpeed = 3
/** Rows can be read again after this many milliseconds without scrolling. */
const fastScrollRest = 100
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

/**
 * Returns the visible rows in a scrolling element, and `ahead` more rows at both ends. All rows
 * have the same height. `list` is the element in which the rows begin. No library is used: it would
 * be larger than this screen, and it is made for rows whose height has to be measured.
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
