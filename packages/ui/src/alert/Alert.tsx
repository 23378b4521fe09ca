import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { useStyles } from '../styles/useStyles.ts'
import css from './alert.css?inline'

/** A message that the visitor has to read: a note, a warning, or a danger. */
export function Alert({
  level = 'note',
  title,
  children,
}: {
  /** @default 'note' */ level?: 'note' | 'warning' | 'danger'
  title: string
  children?: ReactNode
}) {
  useStyles(css)
  return (
    <div className="alert" data-level={level} role={level === 'note' ? 'note' : 'alert'}>
      <Icon name={level === 'note' ? 'info' : 'warning'} />
      <p className="alert-title">{title}</p>
      {children && <p className="alert-text">{children}</p>}
    </div>
  )
}
