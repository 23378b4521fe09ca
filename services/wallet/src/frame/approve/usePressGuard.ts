import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { watchScreen } from './watchScreen.ts'
import type { Visibility } from './watchScreen.ts'

/**
 * Whether a button that moves value or gives a right may be pressed. `settling`: it will be in a
 * moment, if nothing changes. The others say why it may not: see `Sight`.
 */
export type PressGuard = 'settling' | 'ready' | Exclude<Visibility, 'good'>

/**
 * Milliseconds for which a screen must be seen, unchanged, before it can be approved: a press meant
 * for what was there before does not count.
 */
export const settleTime = 500

type Options = {
  /**
   * What the screen shows; another one has to settle as well, as the site moves the frame for it.
   */
  step?: string
  /** Its end must have been in sight, too. @default false */
  mustRead?: boolean
}

/**
 * Watches that a screen is seen: in front, in focus, large enough, read to its end, and the same
 * for half a second (clickjacking, frame 9.5).
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
  // not a state, which React would draw a task later: the press that the page has moved the frame
  // for may come in between
  return useSyncExternalStore(watch, () =>
    seen.current.step === step ? seen.current.guard : 'settling',
  )
}
