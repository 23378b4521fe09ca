import type { ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import { Ring } from './Ring.tsx'
import type { RingStatus } from './Ring.tsx'
import css from './progress.css?inline'

/**
 * The progress of a task: a picture in a ring, the current state, and the next step. Screen readers
 * announce each change. `isLong` reserves the space for a title of two lines.
 */
export function Progress({
  status,
  picture,
  title,
  text,
  isLong,
}: {
  status: RingStatus
  picture: ReactNode
  title: string
  text: string
  isLong?: boolean
}) {
  useStyles(css)
  return (
    <div className="progress" data-long={isLong || undefined}>
      <Ring status={status}>{picture}</Ring>
      <div className="progress-words" role="status" aria-live="polite">
        <p className="progress-title">{title}</p>
        <p className="progress-text">{text}</p>
      </div>
    </div>
  )
}
