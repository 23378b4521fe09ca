import { useLayoutEffect, useRef } from 'react'
import type { MouseEvent } from 'react'

/** Marks what was pressed in a list while another screen follows from it, and gives the focus back to it once that screen is left. Returns the list's handler of clicks. */
export function useWayBack(isResting: boolean): (event: MouseEvent) => void {
  const chosen = useRef<HTMLElement>(undefined)
  // before the effects of the screens, which look where the focus is
  useLayoutEffect(() => {
    const element = chosen.current
    mark(element, !isResting)
    if (isResting) element?.focus({ preventScroll: true })
  }, [isResting])
  return ({ target }) => {
    const control = target instanceof Element ? target.closest<HTMLElement>('button, a') : null
    if (!control) return
    if (!isResting) mark(chosen.current, false)
    if (!isResting) mark(control, true)
    chosen.current = control
  }
}

function mark(element: HTMLElement | undefined, isChosen: boolean): void {
  if (isChosen) element?.setAttribute('aria-current', 'true')
  else element?.removeAttribute('aria-current')
}
