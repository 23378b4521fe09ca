import { useEffect, useMemo, useRef } from 'react'
import type { MouseEvent } from 'react'

type FocusReturn = {
  /** The list's click handler. */
  press: (event: MouseEvent) => void
  /** Marks the control that was pressed last, because its screen is shown now. */
  markOrigin: () => void
}

/**
 * Marks the pressed control of a list while the screen that it opened is shown. When that screen is
 * left, the control gets the focus again.
 * @param isLeft whether the screen that the control opened was left
 */
export function useFocusReturn(isLeft: boolean): FocusReturn {
  const pressed = useRef<HTMLElement>(undefined)
  const chosen = useRef<HTMLElement>(undefined)
  // This effect runs after the effects of the list's screen, which take the focus. If the control
  // was removed or became inert meanwhile, the focus stays there.
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
