import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import { Icon } from '../icons.tsx'
import type { IconName } from '../icons.tsx'
import css from './cautions.css?inline'

/**
 * The cautions that the visitor must read before continuing: a box of {@link Caution}s and plain
 * ticks, whose changes are announced.
 */
export function Cautions({ children }: { children: ReactNode }) {
  useStyles(css)
  return (
    <div className="cautions" role="status">
      {children}
    </div>
  )
}

/** One caution. `level`: a note, a risk, or a fault that prevents continuing. */
export function Caution({
  level = 'note',
  icon = level === 'note' ? 'info' : 'warning',
  children,
}: {
  level?: 'note' | 'risk' | 'fault'
  icon?: IconName
  children: ReactNode
}) {
  return (
    <p className="caution" data-level={level}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  )
}
