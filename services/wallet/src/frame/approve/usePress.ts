import { useRef } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'

/**
 * What a button gets, so that a press counts only as a whole: its beginning, too, was on this
 * button, while it could be pressed.
 */
export type Press = {
  onPointerDown: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
}

/**
 * Makes the handlers of a button that moves value or gives a right. @param isPressable at this
 * moment
 */
export function usePress(isPressable: boolean, onPress: () => void): Press {
  const begun = useRef<'pointer' | 'key'>(undefined)
  // what was begun before the screen changed is over
  if (!isPressable) begun.current = undefined
  const begin = (kind: 'pointer' | 'key', { isTrusted }: { isTrusted: boolean }) =>
    void (begun.current = isPressable && isTrusted ? kind : undefined)
  return {
    onPointerDown: (event) => begin('pointer', event),
    onKeyDown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      if (!event.repeat) begin('key', event)
      // a key that is held since before ends no press of a pointer that went elsewhere
      else if (begun.current === 'pointer') begun.current = undefined
    },
    onClick: (event) => {
      // the second press of a double click was meant for what lay here at the first one
      const isWhole = begun.current !== undefined && event.detail <= 1
      begun.current = undefined
      if (isWhole && isPressable && event.isTrusted) onPress()
    },
  }
}
