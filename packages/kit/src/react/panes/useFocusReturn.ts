import { useEffect, useMemo, useRef } from 'react'
import type { MouseEvent } from 'react'

type FocusReturn = {
  /** The list's click handler. */
  press: (event: MouseEvent) => void
  /** Marks the control that was pressed last, because another screen follows from it. */
  markOrigin: () => void
}

/**
 * Marks the pressed control of a list while another screen follows from it, and returns the focus
 * to it once that screen is left.
 */
export function useFocusReturn(isLeft: boolean): FocusReturn {
  const pressed = useRef<HTMLElement>(undefined)
  const chosen = useRef<HTMLElement>(undefined)
  // runs after the effects of the list's screen, which takes the focus; the pressed control may be
  // removed by now, or inert
  useEffect(() => {
    if (!isLeft) return
    chosen.current?.focus({ preventScroll: true })
    chosen.current?.removeAttribute('aria-current')
    chosen.current = undefined
  }, [isLeft])
  return useMemo(
    () => ({
      press({ target }) {
        const control = target instanceof Element ? target.closest<HTMLElement>('button, a') : null
        if (control) pressed.current = control
      },
      markOrigin() {
        chosen.current?.removeAttribute('aria-current')
        chosen.current = pressed.current
        chosen.current?.setAttribute('aria-current', 'true')
      },
    }),
    [],
  )
}
