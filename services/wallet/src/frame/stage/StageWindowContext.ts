import { createContext } from 'react'
import type { StageWindow } from './createStageWindow.ts'

/** The window of the stage that draws. Absent in tests that draw a screen by itself. */
export const StageWindowContext = createContext<StageWindow | undefined>(undefined)
