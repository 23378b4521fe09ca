import { useRef } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'

/**
 * The handlers of a button for which only whole presses count: the press also has to begin on
 * this button, while the button could be pressed.
 */
export type Press = {
  onPointerDown: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
}

/**
 * Creates the handlers of a button that moves value or gives a right.
 * @param isPressable whether the button may be pressed now
 */
export function usePress(isPressable: boolean, onPress: () => void): Press {
  const begun = useRef<'pointer' | 'key'>(undefined)
  // a press that began before the screen changed does not count
  if (!isPressable) begun.current = undefined
  const begin = (kind: 'pointer' | 'key', { isTrusted }: { isTrusted: boolean }) =>
    void (begun.current = isPressable && isTrusted ? kind : undefined)
  return {
    onPointerDown: (event) => begin('pointer', event),
    onKeyDown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      if (!event.repeat) begin('key', event)
      // a held key, which repeats, does not complete a pointer's press that ended elsewhere
      else if (begun.current === 'pointer') begun.current = undefined
    },
    onClick: (event) => {
      // the second press of a double click was intended for the content that was there at the first
      // press
      const isWhole = begun.current !== undefined && event.detail <= 1
      begun.current = undefined
      if (isWhole && isPressable && event.isTrusted) onPress()
    },
  }
}
