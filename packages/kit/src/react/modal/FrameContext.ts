import { createContext, useContext } from 'react'

/** The functions and facts that the frame offers to its screen. */
export type Frame = {
  canGoBack: boolean
  isClosable: boolean
  back(): void
  close(): void
  /** The direction of the last step. A screen keeps the one that it was entered in. */
  direction: 'forward' | 'back' | 'none'
  /** The id of its title: the dialog has the name of one screen, and there may be two. */
  titleId: string
  /** Whether it leaves the focus where it is, as nobody has asked for it. @default false */
  keepsFocus?: boolean
}

export const FrameContext = createContext<Frame | undefined>(undefined)

/** The frame around a screen. @throws Error outside the modal */
export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Latchkey: a screen works inside the modal only')
  return frame
}
