import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Whether a button that signs may be pressed. `settling`: the screen has just come. `covered`: something lies over the frame, or a part of it is outside the window. */
export type PressGuard = 'settling' | 'covered' | 'ready'

/** Milliseconds for which a screen must be seen before it can be approved: a press meant for what was there before does not count. */
export const settleTime = 500
/** The browser looks at this interval whether something covers the frame; 100 is its least. Intersection Observer, version 2 */
const lookEvery = 100
const leastRatio = 0.99

type Options = IntersectionObserverInit & { trackVisibility?: boolean; delay?: number }
type Entry = IntersectionObserverEntry & { isVisible?: boolean }

/**
 * Watches that a screen is whole and in front, as far as the browser tells (clickjacking, frame 9.5). Browsers without version 2 of Intersection Observer tell
 * only whether it is inside the window.
 */
export function usePressGuard(screen: RefObject<Element | null>): PressGuard {
  const [guard, setGuard] = useState<PressGuard>('settling')
  useEffect(() => {
    const element = screen.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSeen: boolean | undefined
    const knowsCover = 'isVisible' in IntersectionObserverEntry.prototype
    const look = (next: boolean) => {
      if (next === isSeen) return
      isSeen = next
      clearTimeout(timer)
      setGuard(next ? 'settling' : 'covered')
      if (next) timer = setTimeout(() => setGuard('ready'), settleTime)
    }
    const options: Options = { threshold: [0, leastRatio, 1], ...(knowsCover && { trackVisibility: true, delay: lookEvery }) }
    const observer = new IntersectionObserver((entries: Entry[]) => {
      const last = entries.at(-1)
      if (last) look(last.intersectionRatio >= leastRatio && (!knowsCover || last.isVisible === true) && document.visibilityState === 'visible')
    }, options)
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [screen])
  return guard
}
