import type { ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import { Icon } from './icons.tsx'
import css from './ring.css?inline'

/** The state of the task that the ring shows. */
export type RingStatus = 'waiting' | 'failed' | 'done' | 'idle'

/**
 * A ring around an icon. It turns while the task waits. If the task fails, it shakes once and is
 * red. When the task is done, it closes and shows a tick.
 */
export function Ring({ status, children }: { status: RingStatus; children: ReactNode }) {
  useStyles(css)
  return (
    <span className="ring" data-status={status} aria-hidden="true">
      <svg width="96" height="96" viewBox="0 0 96 96" fill="none">
        <rect className="ring-track" x="2" y="2" width="92" height="92" rx="26" />
        <rect className="ring-line" x="2" y="2" width="92" height="92" rx="26" pathLength="100" />
      </svg>
      {status === 'waiting' && <span className="ring-wheel" />}
      <span className="ring-icon">{children}</span>
      {status === 'done' && (
        <span className="ring-badge">
          <Icon name="check" />
        </span>
      )}
      {status === 'failed' && (
        <span className="ring-badge">
          <Icon name="close" />
        </span>
      )}
    </span>
  )
}
