import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './tick.css?inline'

/** A checkbox with a sentence. `isPlain`: without its own surface, for use inside a box. */
export function Tick({
  isTicked,
  onChange,
  isPlain = false,
  children,
}: {
  isTicked: boolean
  onChange: (isTicked: boolean) => void
  isPlain?: boolean
  children: ReactNode
}) {
  useStyles(css)
  return (
    <label className="tick" data-plain={isPlain || undefined}>
      <input
        className="tick-box"
        type="checkbox"
        checked={isTicked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
