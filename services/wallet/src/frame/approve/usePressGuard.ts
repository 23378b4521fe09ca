import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Whether a button that signs may be pressed. `settling`: the screen has just come. `covered`: something lies over the frame, or a part of it is outside the window.
 * `blind`: this browser can't tell, so that it has to be pressed in a window of the wallet's own.
 */
export type PressGuard = 'settling' | 'covered' | 'blind' | 'ready'

/** Milliseconds for which a screen must be seen before it can be approved: a press meant for what was there before does not count. */
export const settleTime = 500
/** The browser looks at this interval whether something covers the frame; 100 is its least. Intersection Observer, version 2 */
const lookEvery = 100
const leastRatio = 0.99

type Options = IntersectionObserverInit & { trackVisibility?: boolean; delay?: number }
type Entry = IntersectionObserverEntry & { isVisible?: boolean }

/**
 * Watches that a screen is whole and in front (clickjacking, frame 9.5). Browsers without version 2 of Intersection Observer can't tell whether something lies over the
 * frame: there only a screen in a window of its own counts, or one on a site that the operator trusts. `step`: what the screen shows; another one has to settle as well, as
 * the site moves the frame for it.
 */
export function usePressGuard(screen: RefObject<Element | null>, step?: string): PressGuard {
  const [seen, setSeen] = useState<{ guard: PressGuard; step: string | undefined }>({ guard: 'settling', step })
  useEffect(() => {
    const setGuard = (guard: PressGuard) => setSeen({ guard, step })
    const element = screen.current
    const view = element?.ownerDocument.defaultView
    if (!element || !view) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSeen: boolean | undefined
    const look = (next: boolean) => {
      if (next === isSeen) return
      isSeen = next
      clearTimeout(timer)
      setGuard(next ? 'settling' : 'covered')
      if (next) timer = setTimeout(() => setGuard('ready'), settleTime)
    }
    const stop = view === window ? watchInPage(element, look) : watchWindow(view, look)
    if (!stop) setGuard('blind')
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [screen, step])
  return seen.step === step ? seen.guard : 'settling'
}

/** Tells whether an element is whole and in front in the site's page. @returns undefined where the browser can't tell */
function watchInPage(element: Element, look: (isSeen: boolean) => void): (() => void) | undefined {
  const knowsCover = 'isVisible' in IntersectionObserverEntry.prototype
  if (!knowsCover) return undefined
  const options: Options = { threshold: [0, leastRatio, 1], trackVisibility: true, delay: lookEvery }
  const observer = new IntersectionObserver((entries: Entry[]) => {
    const last = entries.at(-1)
    if (last) look(last.intersectionRatio >= leastRatio && last.isVisible === true && document.visibilityState === 'visible')
  }, options)
  observer.observe(element)
  return () => observer.disconnect()
}

/** Tells whether a window of the wallet's own is the one that the visitor is in: one that comes up under a pointer has to settle first. */
function watchWindow(view: Window, look: (isSeen: boolean) => void): () => void {
  const { document: other } = view
  const read = () => look(other.visibilityState === 'visible' && other.hasFocus())
  const names = ['focus', 'blur'] as const
  for (const name of names) view.addEventListener(name, read)
  other.addEventListener('visibilitychange', read)
  read()
  return () => {
    for (const name of names) view.removeEventListener(name, read)
    other.removeEventListener('visibilitychange', read)
  }
}
