import { createContext, use, useRef } from 'react'
import type { PressGuard } from './usePressGuard.ts'

/**
 * Whether the buttons of the screen around may be pressed. Outside of a `GuardedScreen` they never
 * may.
 */
export const GuardContext = createContext<PressGuard>('settling')

/**
 * Whether what calls it may be pressed: the screen is ready, and was not yet when this came. What
 * takes the place of another part is new, also before the screen has noticed.
 */
export function useReady(): boolean {
  const guard = use(GuardContext)
  const hasWaited = useRef(guard !== 'ready')
  if (guard !== 'ready') hasWaited.current = true
  return guard === 'ready' && hasWaited.current
}
