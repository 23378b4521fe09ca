import { useEffect, useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import { isInputMethod } from '@latchkey/protocol/isInputMethod'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from './Icon.tsx'
import { messages } from './messages.ts'
import { fill } from './fill.ts'
import { useScrolls } from './useScrolls.ts'
import { useMessages } from '../words/useMessages.ts'
import './screen.css'

type Props = {
  title: string
  /** Number of pending scenes, including this one; shown from two on. @default 1 */
  waiting?: number
  onBack?: () => void
  onClose: () => void
  /** Stays visible while the body scrolls. */
  footer?: ReactNode
  children: ReactNode
  ref?: Ref<HTMLElement>
}

/**
 * The layout of every screen: header, body, optional footer. The focus moves to
 * `[data-autofocus]`, otherwise to the title. Escape closes.
 */
export function Screen({ title, waiting = 1, onBack, onClose, footer, children, ref }: Props) {
  const words = useMessages(messages)
  const header = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(body)
  useEffect(() => {
    const screen = header.current?.parentElement
    const target =
      screen?.querySelector('[data-autofocus]') ?? screen?.querySelector('.screen-title')
    // an element of another window is not an instance of this window's class
    if (target && 'focus' in target) (target as HTMLElement).focus({ preventScroll: true })
  }, [title])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isInputMethod(event)) onClose()
    }
    const document = header.current?.ownerDocument
    document?.addEventListener('keydown', onKeyDown)
    return () => document?.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <main className="screen" aria-labelledby="title" ref={ref}>
      <header className="screen-header" ref={header}>
        {onBack ? (
          <IconButton aria-label={words.back} onClick={onBack}>
            <Icon name="back" />
          </IconButton>
        ) : (
          <span className="screen-count" role="status">
            {waiting > 1 && fill(words.count, { waiting })}
          </span>
        )}
        <h1 className="screen-title" id="title" tabIndex={-1}>
          {title}
        </h1>
        <IconButton aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div
        className="screen-body"
        ref={body}
        {...(scrolls && { tabIndex: 0, role: 'region', 'aria-labelledby': 'title' })}
      >
        <div className="screen-inner">
          {children}
          <span className="screen-end" aria-hidden="true" />
        </div>
      </div>
      {footer && <footer className="screen-footer">{footer}</footer>}
    </main>
  )
}
