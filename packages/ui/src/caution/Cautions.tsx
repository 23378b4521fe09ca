import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import { Icon } from '../icons.tsx'
import type { IconName } from '../icons.tsx'
import css from './cautions.css?inline'

/**
 * The cautions that the visitor must read before continuing. The box contains {@link Caution}s and
 * plain ticks. Screen readers announce changes in it.
 */
export function Cautions({ children }: { children: ReactNode }) {
  useStyles(css)
  return (
    <div className="cautions" role="status">
      {children}
    </div>
  )
}

/**
 * One caution. `level`: a note, a risk, or a fault because of which the visitor cannot continue.
 */
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
