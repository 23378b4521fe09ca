import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './amount.css?inline'

/** The box of an amount: one line with the amount and the token, one line with a note. */
export function AmountBox({
  caption,
  isInvalid = false,
  children,
}: {
  caption?: string
  isInvalid?: boolean
  children: ReactNode
}) {
  useStyles(css)
  return (
    <div className="amount-box" data-invalid={isInvalid || undefined}>
      {caption !== undefined && <p className="amount-caption">{caption}</p>}
      {children}
    </div>
  )
}

/** One line of the box. `isSmall`: the second line. */
export function AmountLine({
  isSmall = false,
  children,
}: {
  isSmall?: boolean
  children: ReactNode
}) {
  return (
    <div className="amount-line" data-small={isSmall || undefined}>
      {children}
    </div>
  )
}

/**
 * The account's balance of the token, and a button that enters the maximum. A skeleton is shown
 * until the balance is known.
 */
export function AmountAvailable({
  text,
  max,
  onMax,
}: {
  text: string | undefined
  max: string
  onMax: () => void
}) {
  if (text === undefined) return <span className="skeleton amount-skeleton" />
  return (
    <span className="amount-available">
      <bdi>{text}</bdi>
      <button type="button" className="amount-most" onClick={onMax}>
        {max}
      </button>
    </span>
  )
}
