import { useRef } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'

/** What a button gets, so that a press counts only as a whole: its beginning, too, was on this button, while it could be pressed. */
export type Press = {
  onPointerDown: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
}

/** Makes the handlers of a button that moves value or gives a right. @param isPressable at this moment */
export function usePress(isPressable: boolean, onPress: () => void): Press {
  const isBegun = useRef(false)
  // what was begun before the screen changed is over
  if (!isPressable) isBegun.current = false
  // the second press of a double click was meant for what lay here at the first one
  const begin = (event: { isTrusted: boolean; detail?: number }) => void (isBegun.current = isPressable && event.isTrusted)
  return {
    onPointerDown: (event) => begin(event),
    onKeyDown: (event) => {
      if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) begin(event)
    },
    onClick: (event) => {
      const isWhole = isBegun.current && event.detail <= 1
      isBegun.current = false
      if (isWhole && isPressable && event.isTrusted) onPress()
    },
  }
}
