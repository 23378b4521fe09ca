import type { ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import { Icon } from './icons.tsx'
import type { IconName } from './icons.tsx'
import css from './notice.css?inline'

/** Replaces missing content: an empty list or a failure, with one action that helps. */
export function Notice({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  useStyles(css)
  return (
    <div className="notice">
      <span className="notice-icon">
        <Icon name={icon} />
      </span>
      <p className="notice-title">{title}</p>
      {children && <p className="notice-text">{children}</p>}
      {action && <div className="notice-action">{action}</div>}
    </div>
  )
}
