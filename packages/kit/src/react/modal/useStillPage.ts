import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Keeps the page behind the dialog from scrolling. Zooming stays possible. */
export function useStillPage(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const stay = (event: WheelEvent | TouchEvent) => {
      const isZoom = 'touches' in event ? event.touches.length > 1 : event.ctrlKey
      if (!isZoom && !isScrollable(event)) event.preventDefault()
    }
    element.addEventListener('wheel', stay, { passive: false })
    element.addEventListener('touchmove', stay, { passive: false })
    return () => {
      element.removeEventListener('wheel', stay)
      element.removeEventListener('touchmove', stay)
    }
  }, [dialog])
}

/** Whether the event is inside an element that can scroll. */
function isScrollable(event: Event): boolean {
  return event
    .composedPath()
    .some(
      (target) =>
        target instanceof Element &&
        target.scrollHeight > target.clientHeight &&
        getComputedStyle(target).overflowY === 'auto',
    )
}
