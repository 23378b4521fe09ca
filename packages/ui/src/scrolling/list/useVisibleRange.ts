import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { offsetWithin, scrollerOf } from '../../scroller.ts'
import { observeSizes } from '../observeSizes.ts'
import { useIsFirst } from '../useIsFirst.ts'

/** The visible part of a list, in CSS pixels from its start, rounded to steps. */
export type VisibleRange = { top: number; bottom: number }

/** How many steps are visible on most screens. The first render has to guess it. */
const firstSteps = 8

/**
 * Returns the visible part of a list. It is read at most once a frame, and changes only by whole
 * steps of `step` pixels. `isFirst`: in the first render, which needs only the visible part.
 */
export function useVisibleRange(
  ref: RefObject<HTMLElement | null>,
  step: number,
): VisibleRange & { isFirst: boolean } {
  const [range, setRange] = useState<VisibleRange>({ top: 0, bottom: step * firstSteps })
  const isFirst = useIsFirst('list')
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const scroller = scrollerOf(list)
    let frame = 0
    const measure = (): VisibleRange => {
      const from = scroller.scrollTop - offsetWithin(scroller, list)
      return {
        top: Math.floor(from / step) * step,
        bottom: Math.ceil((from + scroller.clientHeight) / step) * step,
      }
    }
    const read = () => {
      frame = 0
      const next = measure()
      setRange((now) => (now.top === next.top && now.bottom === next.bottom ? now : next))
    }
    const follow = () => {
      frame ||= requestAnimationFrame(read)
    }
    const stop = observeSizes([scroller, list], follow)
    scroller.addEventListener('scroll', follow, { passive: true })
    const first = measure()
    // rows that are rendered, but not visible, are no reason to render again in this frame
    setRange((now) =>
      now.top <= Math.max(0, first.top) && now.bottom >= first.bottom ? now : first,
    )
    return () => {
      stop()
      scroller.removeEventListener('scroll', follow)
      cancelAnimationFrame(frame)
    }
  }, [ref, step])
  return { ...range, isFirst }
}
