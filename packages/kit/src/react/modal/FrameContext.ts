import { createContext, useContext } from 'react'

/** The functions and values that the frame offers to its screen. */
export type Frame = {
  canGoBack: boolean
  isClosable: boolean
  back(): void
  close(): void
  /** The direction of the last step. A screen keeps the direction in which it was entered. */
  direction: 'forward' | 'back' | 'none'
  /**
   * The id of its title. In a wide modal there may be two screens, and only one of them names the
   * dialog.
   */
  titleId: string
  /**
   * Whether the screen leaves the focus where it is, because the visitor did not open it.
   * @default false
   */
  keepsFocus?: boolean
}

export const FrameContext = createContext<Frame | undefined>(undefined)

/** The frame around a screen. @throws Error outside the modal */
export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Latchkey: a screen works inside the modal only')
  return frame
}
