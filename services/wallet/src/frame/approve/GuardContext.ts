import { createContext } from 'react'
import type { PressGuard } from './usePressGuard.ts'

/** Whether the buttons of the screen around may be pressed. Outside of a `GuardedScreen` they never may. */
export const GuardContext = createContext<PressGuard>('settling')
