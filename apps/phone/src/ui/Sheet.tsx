import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Screen } from '@latchkey/ui/Screen.tsx'
import { useEffect, useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

type SheetProps = {
  title: string
  children: ReactNode
  /** The buttons at the bottom. */
  footer?: ReactNode
  /** Absent for a question, because it requires an answer. */
  onClose?: () => void
}

/**
 * A screen that rises over the app. It is no `<dialog>`, because it has to stay inside the drawn
 * device, and a modal dialog would cover the whole page. The app is inert while it is open. The
 * focus moves to its title, and returns when it closes.
 */
export function Sheet({ title, children, footer, onClose }: SheetProps) {
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    document.getElementById(id)?.focus()
    return () => {
      // later, because the app is still inert at this moment
      if (before instanceof HTMLElement) queueMicrotask(() => before.isConnected && before.focus())
    }
  }, [id])
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose?.()
  const close = onClose && (
    <IconButton aria-label="Close" onClick={onClose}>
      <Icon name="close" />
    </IconButton>
  )

  return (
    <div className="sheet-place" onKeyDown={onKeyDown} role="presentation">
      <div className="scrim" onClick={onClose} aria-hidden="true" />
      <section className="sheet" role="dialog" aria-modal="true" aria-labelledby={id}>
        <Screen title={title} titleId={id} end={close} footer={footer}>
          {children}
        </Screen>
      </section>
    </div>
  )
}
