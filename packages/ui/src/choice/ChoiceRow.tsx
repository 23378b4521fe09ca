import type { ReactNode } from 'react'
import tickCss from '../caution/tick.css?inline'
import rowCss from '../row.css?inline'
import { RowContent } from '../Row.tsx'
import { useStyles } from '../styles/useStyles.ts'

/** A list row with a box: one choice among others, or one that stands alone. */
export function ChoiceRow({
  type,
  name,
  isChosen,
  onChange,
  icon,
  title,
  detail,
}: {
  /** `radio`: only one of the rows with the same `name` can be chosen. */
  type: 'radio' | 'checkbox'
  name: string
  isChosen: boolean
  onChange: (isChosen: boolean) => void
  icon?: ReactNode
  title: string
  /** A second line below the title. */
  detail?: string
}) {
  useStyles(rowCss)
  useStyles(tickCss)
  return (
    <label className="row" data-action="" data-wraps="" data-choice="">
      <RowContent icon={icon} title={title} detail={detail} />
      <input
        className="tick-box"
        type={type}
        name={name}
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
