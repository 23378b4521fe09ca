import { createContext, use, useRef } from 'react'
import type { PressGuard } from './usePressGuard.ts'

/**
 * Whether the buttons of the surrounding screen may be pressed. Outside of a `GuardedScreen`
 * they never may.
 */
export const GuardContext = createContext<PressGuard>('settling')

/**
 * Whether the calling button or form may be pressed. It may when the screen is ready and was
 * not ready yet when the part appeared. A part that replaces another one counts as new, even
 * before the screen has noticed.
 */
export function useReady(): boolean {
  const guard = use(GuardContext)
  const hasWaited = useRef(guard !== 'ready')
  if (guard !== 'ready') hasWaited.current = true
  return guard === 'ready' && hasWaited.current
}
