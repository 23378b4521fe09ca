import { useEffect, useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import { isInputMethod } from '@latchkey/protocol/isInputMethod'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Screen as Layout } from '@latchkey/ui/Screen.tsx'
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
  ref?: Ref<HTMLDivElement>
}

/**
 * The wallet's screen: a back button or the number of pending scenes, a close button, and a body
 * whose end can be watched. The focus moves to `[data-autofocus]`, otherwise to the title. Escape
 * closes.
 */
export function Screen({ title, waiting = 1, onBack, onClose, footer, children, ref }: Props) {
  const words = useMessages(messages)
  const body = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(body)
  useEffect(() => {
    const screen = body.current?.parentElement
    const target =
      screen?.querySelector('[data-autofocus]') ?? screen?.querySelector('.screen-title')
    // an element of another window is not an instance of this window's class
    if (target && 'focus' in target) (target as HTMLElement).focus({ preventScroll: true })
  }, [title])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isInputMethod(event)) onClose()
    }
    const document = body.current?.ownerDocument
    document?.addEventListener('keydown', onKeyDown)
    return () => document?.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <Layout
      ref={ref}
      role="main"
      aria-labelledby="title"
      isFirst
      title={title}
      titleId="title"
      start={
        onBack ? (
          <IconButton aria-label={words.back} onClick={onBack}>
            <Icon name="back" />
          </IconButton>
        ) : (
          <span className="screen-count" role="status">
            {waiting > 1 && fill(words.count, { waiting })}
          </span>
        )
      }
      end={
        <IconButton aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      }
      footer={footer}
      body={{
        ref: body,
        ...(scrolls && { tabIndex: 0, role: 'region', 'aria-labelledby': 'title' }),
      }}
    >
      <div className="screen-inner">
        {children}
        <span className="screen-end" aria-hidden="true" />
      </div>
    </Layout>
  )
}
