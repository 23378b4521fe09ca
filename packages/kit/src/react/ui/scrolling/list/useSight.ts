import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { observeSizes } from '../observeSizes.ts'

/** The visible part of a list, in CSS pixels from its beginning, in whole steps. */
export type Sight = { top: number; bottom: number }

/** The element that scrolls `element`; the page if there is none. */
export function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}

/** CSS pixels between the beginning of the scrolling element and that of a list in it. */
export function offsetWithin(scroller: Element, list: Element): number {
  return list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
}

/** Follows the visible part of a list; updated once a frame at the most, when it has moved by a `step`. */
export function useSight(ref: RefObject<HTMLElement | null>, step: number): Sight {
  const [sight, setSight] = useState<Sight>({ top: 0, bottom: step * 12 })
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const scroller = scrollerOf(list)
    let frame = 0
    const read = () => {
      frame = 0
      const from = scroller.scrollTop - offsetWithin(scroller, list)
      const top = Math.floor(from / step) * step
      const bottom = Math.ceil((from + scroller.clientHeight) / step) * step
      setSight((now) => (now.top === top && now.bottom === bottom ? now : { top, bottom }))
    }
    const follow = () => {
      frame ||= requestAnimationFrame(read)
    }
    const stop = observeSizes([scroller, list], follow)
    scroller.addEventListener('scroll', follow, { passive: true })
    read()
    return () => {
      stop()
      scroller.removeEventListener('scroll', follow)
      cancelAnimationFrame(frame)
    }
  }, [ref, step])
  return sight
}
