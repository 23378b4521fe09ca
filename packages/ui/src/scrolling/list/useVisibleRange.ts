import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { offsetWithin, scrollerOf } from '../../scroller.ts'
import { observeSizes } from '../observeSizes.ts'

/** The visible part of a list, in CSS pixels from its start, rounded to steps. */
export type VisibleRange = { top: number; bottom: number }

/**
 * Returns the visible part of a list. It is read at most once a frame, and changes only by whole
 * steps of `step` pixels.
 */
export function useVisibleRange(ref: RefObject<HTMLElement | null>, step: number): VisibleRange {
  const [range, setRange] = useState<VisibleRange>({ top: 0, bottom: step * 12 })
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
      setRange((now) => (now.top === top && now.bottom === bottom ? now : { top, bottom }))
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
  return range
}
