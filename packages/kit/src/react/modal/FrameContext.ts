import { createContext, useContext } from 'react'

/** What the frame offers to the screen in it. */
export type Frame = {
  canGoBack: boolean
  isClosable: boolean
  back(): void
  close(): void
  /** Which way this screen came in. */
  direction: 'forward' | 'back' | 'none'
}

export const FrameContext = createContext<Frame | undefined>(undefined)

/** The frame around a screen. @throws Error outside the modal */
export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Latchkey: a screen works inside the modal only')
  return frame
}
