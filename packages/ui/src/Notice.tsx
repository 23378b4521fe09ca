import type { ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import { Icon } from './icons.tsx'
import type { IconName } from './icons.tsx'
import css from './notice.css?inline'

/** Shown instead of missing content: says that a list is empty or failed, and offers one action. */
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
