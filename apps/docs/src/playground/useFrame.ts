import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { listenTo, readToPage } from './messages.ts'
import type { ToFrame } from './messages.ts'

/**
 * The preview is updated this many milliseconds after the last typed key, because each change of an
 * option replaces the kit and opens its modal again.
 */
const pause = 400
const isTyping = () =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'text'

/**
 * Exchanges messages with the frame. The frame gets the state when it is ready, and after each
 * change.
 */
export function useFrame(hash: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasServices, setHasServices] = useState<boolean>()
  const [fault, setFault] = useState<string>()
  const isReady = hasServices !== undefined
  const send = (message: ToFrame) =>
    frame.current?.contentWindow?.postMessage(message, location.origin)
  const { hold, release } = useHeldFocus(frame)

  useEffect(
    () =>
      listenTo(
        () => frame.current?.contentWindow,
        readToPage,
        (message) => {
          if (message.type === 'ready') setHasServices(message.hasServices)
          else setFault(message.text)
        },
      ),
    [],
  )
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(
      () => {
        setFault(undefined)
        hold()
        send({ type: 'show', hash })
      },
      isTyping() ? pause : 0,
    )
    return () => clearTimeout(timer)
  }, [isReady, hash, hold])

  const open = () => {
    release()
    send({ type: 'open' })
  }
  return { frame, hasServices, fault, open }
}

/**
 * Keeps the focus where the visitor has it. A modal that opens by itself in the frame takes the
 * focus; then the focus is moved back.
 */
function useHeldFocus(frame: RefObject<HTMLIFrameElement | null>) {
  // null: the focus was on no element; undefined: the focus may move
  const focused = useRef<HTMLElement | null>(undefined)
  const release = useCallback(() => (focused.current = undefined), [])
  const hold = useCallback(() => {
    const { activeElement } = document
    if (activeElement === frame.current) return
    focused.current =
      activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
    frame.current?.contentWindow?.addEventListener('pointerdown', release, { once: true })
  }, [frame, release])
  useEffect(() => {
    const restoreFocus = () => {
      if (focused.current === undefined || document.activeElement !== frame.current) return
      if (focused.current) focused.current.focus()
      else frame.current?.blur()
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Tab' && release()
    addEventListener('blur', restoreFocus)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('blur', restoreFocus)
      removeEventListener('keydown', onKey)
    }
  }, [frame, release])
  return { hold, release }
}
