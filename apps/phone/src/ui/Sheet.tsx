import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { useEffect, useId, useRef } from 'react'
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
 * A sheet over the app, which is inert meanwhile. The focus moves to the sheet's title. When the
 * sheet closes, the focus returns to the earlier element.
 */
export function Sheet({ title, children, footer, onClose }: SheetProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      // later, because the app is still inert at this moment
      if (before instanceof HTMLElement) queueMicrotask(() => before.isConnected && before.focus())
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose?.()

  return (
    <div className="sheet-place" onKeyDown={onKeyDown} role="presentation">
      <div className="scrim" onClick={onClose} aria-hidden="true" />
      <section className="sheet" role="dialog" aria-modal="true" aria-labelledby={id}>
        <header className="sheet-head">
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {onClose && (
            <IconButton aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          )}
        </header>
        <div className="sheet-body">{children}</div>
        {footer && <footer className="sheet-foot">{footer}</footer>}
      </section>
    </div>
  )
}
