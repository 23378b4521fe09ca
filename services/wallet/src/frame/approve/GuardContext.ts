import { createContext, use, useRef } from 'react'
import type { PressGuard } from './usePressGuard.ts'

/**
 * Whether the buttons of the surrounding screen may be pressed. Outside of a `GuardedScreen` they
 * may never be pressed.
 */
export const GuardContext = createContext<PressGuard>('settling')

/**
 * Whether the calling button or form may be pressed: the screen is ready now, and was not ready yet
 * when the calling component appeared. A component that replaces another one counts as new, even
 * before the screen has noticed the change.
 */
export function useReady(): boolean {
  const guard = use(GuardContext)
  const hasWaited = useRef(guard !== 'ready')
  if (guard !== 'ready') hasWaited.current = true
  return guard === 'ready' && hasWaited.current
}
