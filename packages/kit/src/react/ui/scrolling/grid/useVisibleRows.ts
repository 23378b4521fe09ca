import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '../observeSizes.ts'

/**
 * Rows from `first` up to, without, `end`. They are `passing` while they scroll by too fast to be
 * read.
 */
export type VisibleRows = { first: number; end: number; isPassing: boolean }

/** The scroll speed, in CSS pixels per millisecond, from which on rows can't be read. */
const fastScrollSpeed = 3
/** Milliseconds without scrolling after which they can be read again. */
const fastScrollRest = 100
/** Milliseconds over which a speed can be measured: half a frame. */
const minElapsed = 8

/** CSS pixels between the beginning of the scrolling element and that of a list in it. */
export function offsetIn(scroll: HTMLElement, list: HTMLElement): number {
  return list === scroll
    ? 0
    : list.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop
}

/**
 * The rows of equal height that are visible in a scrolling element, with `ahead` more at either
 * end. `list` is where the rows begin. A library for this weighs more than the screen around it and
 * is made for rows whose height has to be measured.
 */
export function useVisibleRows(
  scroll: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { rows, rowHeight, ahead }: { rows: number; rowHeight: number; ahead: number },
): VisibleRows {
  const [visible, setVisible] = useState({ top: 0, end: 1, isPassing: false })
  useLayoutEffect(() => {
    const element = scroll.current
    const beginning = list.current
    if (!element || !beginning) return
    let frame = 0
    let fastAt = -fastScrollRest
    let last = { at: 0, offset: element.scrollTop }
    const read = (isPassing: boolean) => {
      const top = element.scrollTop - offsetIn(element, beginning)
      const next = {
        top: Math.floor(top / rowHeight),
        end: Math.ceil((top + element.clientHeight) / rowHeight),
        isPassing,
      }
      setVisible((now) =>
        now.top === next.top && now.end === next.end && now.isPassing === next.isPassing
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
      const isPassing = at - fastAt < fastScrollRest
      read(isPassing)
      cancelAnimationFrame(frame)
      if (isPassing) frame = requestAnimationFrame(follow)
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
  const { top, end, isPassing } = visible
  return {
    first: Math.max(0, Math.min(top, rows - 1) - ahead),
    end: Math.max(0, Math.min(rows, end + ahead)),
    isPassing,
  }
}
