import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { useStyles } from '../styles/useStyles.ts'
import css from './alert.css?inline'

/** A message that the visitor has to read: a note, a success, a warning, or a danger. */
export function Alert({
  level = 'note',
  role = level === 'note' || level === 'success' ? 'note' : 'alert',
  title,
  children,
  end,
}: {
  /** @default 'note' */
  level?: 'note' | 'success' | 'warning' | 'danger'
  /** `note`: it is not announced by itself. @default by its level */
  role?: 'note' | 'alert'
  title: string
  children?: ReactNode
  /** A button at the far end. */
  end?: ReactNode
}) {
  useStyles(css)
  return (
    <div className="alert" data-level={level} role={role}>
      <Icon name={icons[level]} />
      <p className="alert-title">{title}</p>
      {children && <div className="alert-text">{children}</div>}
      {end && <span className="alert-end">{end}</span>}
    </div>
  )
}

const icons = { note: 'info', success: 'check', warning: 'warning', danger: 'warning' } as const
