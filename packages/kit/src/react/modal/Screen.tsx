import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Screen as Layout } from '@latchkey/ui/Screen.tsx'
import { useFrame } from './FrameContext.ts'
import { messages } from './messages.ts'
import { useScrollHint } from './useScrollHint.ts'
import css from './screen.css?inline'

type Props = {
  title: string
  /** Content at the start of the header. @default the back button */
  start?: ReactNode
  /** Content below the body. It stays visible while the body scrolls. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * The layout of every screen, with the modal's back and close buttons. The focus moves to
 * `[data-autofocus]`, or else to the first control of the body, or else to the title. The row of a
 * list to which the visitor returns keeps the focus.
 */
export function Screen({ title, start, footer, children }: Props) {
  useStyles(css)
  const t = useMessages(messages)
  const { canGoBack, isClosable, back, close, direction, titleId, keepsFocus } = useFrame()
  // Keep the direction from when this screen was entered. The next step's direction belongs to the
  // next screen: it would animate this screen, empty, while the next screen loads.
  const [entered] = useState(direction)
  const bodyRef = useScrollHint()
  useEffect(() => {
    if (keepsFocus) return
    // the layout is found from the body, because on React 18 a ref to it stays empty here
    const screen = bodyRef.current?.closest('.screen')
    const find = (selector: string) => screen?.querySelector<HTMLElement>(selector)
    const target =
      find('[data-index]:focus') ?? // a list has focused the row to which the visitor returns
      find('[data-autofocus]') ??
      find('.screen-body :is(button, a, input)') ??
      find('.screen-title')
    target?.focus({ preventScroll: true })
  }, [keepsFocus, bodyRef])
  const backButton = canGoBack && (
    <IconButton aria-label={t('back')} onClick={back}>
      <Icon name="back" />
    </IconButton>
  )
  return (
    <Layout
      title={title}
      titleId={titleId}
      data-direction={entered}
      start={start ?? backButton}
      end={
        isClosable && (
          <IconButton aria-label={t('close')} onClick={close}>
            <Icon name="close" />
          </IconButton>
        )
      }
      footer={footer}
      body={{ ref: bodyRef }}
    >
      {children}
    </Layout>
  )
}
