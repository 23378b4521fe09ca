import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/**
 * A site that receives everything through React's events around its whole page, and through
 * listeners of the document. It lists the events from the kit's modal.
 */
export function Sponge({ children }: { children: ReactNode }) {
  const [heard, setHeard] = useState<readonly string[]>([])
  const hear =
    (how: string) =>
    ({ type, target }: { type: string; target: EventTarget }) => {
      const root = target instanceof Element && target.getRootNode()
      const host = root instanceof ShadowRoot ? root.host : target
      // The modal's host is a child of the body. The host of the kit's button is not, so that its
      // events are not listed.
      if (
        host instanceof Element &&
        host.matches('[data-latchkey]') &&
        host.parentElement === document.body
      )
        setHeard((before) => [...new Set([...before, `${how} ${type}`])])
    }
  const react = hear('React')
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    for (const type of bubbling)
      document.addEventListener(
        type,
        (event) => event.target && hear('document')({ type, target: event.target }),
        { signal },
      )
    for (const type of keysAndPresses)
      document.addEventListener(
        type,
        (event) => event.target && hear('capture')({ type, target: event.target }),
        { signal, capture: true },
      )
    return () => ending.abort()
  }, [])
  return (
    <div
      role="presentation"
      onKeyDown={react}
      onKeyUp={react}
      onPointerDown={react}
      onMouseDown={react}
      onClick={react}
      onWheel={react}
      onFocus={react}
      onInput={react}
      onPaste={react}
      onContextMenu={react}
      onDoubleClick={react}
    >
      {children}
      <output aria-label="Heard">{heard.join(', ')}</output>
    </div>
  )
}

const keysAndPresses = [
  'keydown',
  'keypress',
  'keyup',
  'pointerdown',
  'mousedown',
  'touchstart',
  'touchend',
]
const bubbling = [
  ...keysAndPresses,
  'pointerup',
  'mouseup',
  'click',
  'dblclick',
  'contextmenu',
  'wheel',
  'touchmove',
  'focusin',
  'focusout',
  'beforeinput',
  'input',
  'paste',
  'copy',
]
