import type { ReactNode } from 'react'
import { useStyles } from '../../styles/useStyles.ts'
import { Icon } from '../icons.tsx'
import type { IconName } from '../icons.tsx'
import css from './cautions.css?inline'

/**
 * What a visitor has to know before going on: a box of {@link Caution}s and {@link CautionTick}s,
 * whose changes are announced.
 */
export function Cautions({ children }: { children: ReactNode }) {
  useStyles(css)
  return (
    <div className="cautions" role="status">
      {children}
    </div>
  )
}

/** One caution. `level`: to be read, a risk, or a fault that keeps from going on. */
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

/** What the visitor has to tick before going on. */
export function CautionTick({
  isTicked,
  onTick,
  children,
}: {
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  children: ReactNode
}) {
  return (
    <label className="caution-tick">
      <input
        type="checkbox"
        checked={isTicked}
        onChange={(event) => onTick(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
