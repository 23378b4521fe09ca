import { useEffect, useState } from 'react'
import { painted } from '../../core/page/painted.ts'

/**
 * Whether the component has been painted. A screen can leave out what takes long to draw until
 * then, if it keeps the place free: the press shows the rest of the screen earlier.
 */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let isGone = false
    void painted().then(() => isGone || setPainted(true))
    return () => void (isGone = true)
  }, [])
  return isPainted
}
