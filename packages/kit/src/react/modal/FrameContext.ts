import { createContext, useContext } from 'react'

/** What the frame around a screen offers to the screen. */
export type Frame = {
  canGoBack: boolean
  isClosable: boolean
  back(): void
  close(): void
  /**
   * The direction of the last navigation. A screen keeps the direction from when it was entered.
   */
  direction: 'forward' | 'back' | 'none'
  /**
   * The id of the screen's title. A wide modal may show two screens, and only one of their titles
   * names the dialog.
   */
  titleId: string
  /**
   * Whether the screen must not move the focus, because the visitor did not open it.
   * @default false
   */
  keepsFocus?: boolean
}

export const FrameContext = createContext<Frame | undefined>(undefined)

/** Returns the frame around the screen. @throws Error outside the modal */
export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Latchkey: a screen works inside the modal only')
  return frame
}
