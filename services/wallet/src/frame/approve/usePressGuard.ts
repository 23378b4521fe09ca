import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { watchScreen } from './watchScreen.ts'
import type { Visibility } from './watchScreen.ts'

/**
 * Whether a button that moves value or gives a right may be pressed. `settling`: it may be pressed
 * soon, if nothing changes. The other values say why it may not be pressed, see `Visibility`.
 */
export type PressGuard = 'settling' | 'ready' | Exclude<Visibility, 'good'>

/**
 * Milliseconds for which a screen must be visible without a change before it can be approved.
 * A press that was intended for the earlier content does not count.
 */
export const settleTime = 500

type Options = {
  /**
   * The name of the step that the screen shows. A new step has to settle as well, because the
   * site moves the frame for it.
   */
  step?: string
  /** Whether the visitor must have seen the end of the screen, too. @default false */
  mustRead?: boolean
}

/**
 * Watches whether a screen is visible: in front, in focus, large enough, with `mustRead` also read
 * to its end, and unchanged for half a second.
 * This is the protection from clickjacking, docs/contracts/frame.md#security.
 */
export function usePressGuard(
  screen: RefObject<Element | null>,
  { step, mustRead = false }: Options = {},
): PressGuard {
  const seen = useRef<{ guard: PressGuard; step: string | undefined }>({ guard: 'settling', step })
  const watch = useCallback(
    (onChange: () => void) => {
      const element = screen.current
      if (!element) return () => {}
      const report = (guard: PressGuard) => {
        seen.current = { guard, step }
        onChange()
      }
      let timer: ReturnType<typeof setTimeout> | undefined
      report('settling')
      const stop = watchScreen(element, { mustRead }, (visibility) => {
        clearTimeout(timer)
        report(visibility === 'good' ? 'settling' : visibility)
        if (visibility === 'good') timer = setTimeout(() => report('ready'), settleTime)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [screen, step, mustRead],
  )
  // This is no React state, because React renders a state one task later. A press on a frame that
  // the page has just moved may arrive before that.
  return useSyncExternalStore(watch, () =>
    seen.current.step === step ? seen.current.guard : 'settling',
  )
}
