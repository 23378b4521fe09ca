import { createContext, useContext } from 'react'

/** The functions and facts that the frame offers to its screen. */
export type Frame = {
  canGoBack: boolean
  isClosable: boolean
  back(): void
  close(): void
  /** The direction in which this screen was entered. */
  direction: 'forward' | 'back' | 'none'
}

export const FrameContext = createContext<Frame | undefined>(undefined)

/** The frame around a screen. @throws Error outside the modal */
export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Latchkey: a screen works inside the modal only')
  return frame
}
