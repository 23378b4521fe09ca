import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { watchScreen } from './watchScreen.ts'
import type { Sight } from './watchScreen.ts'

/** Whether a button that moves value or gives a right may be pressed. `settling`: it will be in a moment, if nothing changes. The others say why it may not: see `Sight`. */
export type PressGuard = 'settling' | 'ready' | Exclude<Sight, 'good'>

/** Milliseconds for which a screen must be seen, unchanged, before it can be approved: a press meant for what was there before does not count. */
export const settleTime = 500

type Options = {
  /** What the screen shows; another one has to settle as well, as the site moves the frame for it. */
  step?: string
  /** Its end must have been in sight, too. @default false */
  mustRead?: boolean
}

/** Watches that a screen is seen: in front, in focus, large enough, read to its end, and the same for half a second (clickjacking, frame 9.5). */
export function usePressGuard(screen: RefObject<Element | null>, { step, mustRead = false }: Options = {}): PressGuard {
  const [seen, setSeen] = useState<{ guard: PressGuard; step: string | undefined }>({ guard: 'settling', step })
  useEffect(() => {
    const element = screen.current
    if (!element) return
    const setGuard = (guard: PressGuard) => setSeen((last) => (last.guard === guard && last.step === step ? last : { guard, step }))
    let timer: ReturnType<typeof setTimeout> | undefined
    setGuard('settling')
    const stop = watchScreen(element, { mustRead }, (sight) => {
      clearTimeout(timer)
      setGuard(sight === 'good' ? 'settling' : sight)
      if (sight === 'good') timer = setTimeout(() => setGuard('ready'), settleTime)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [screen, step, mustRead])
  return seen.step === step ? seen.guard : 'settling'
}
