import { useId } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './switchRow.css?inline'

/**
 * A row with a switch. A press anywhere in the row switches it. `detail`: a second line. `isRaised`:
 * the row has a surface, as a button has. `isBusy`: a change is pending, and presses do nothing.
 */
export function SwitchRow({
  label,
  detail,
  isOn,
  isRaised = false,
  isBusy = false,
  onChange,
}: {
  label: string
  detail?: string
  isOn: boolean
  isRaised?: boolean
  isBusy?: boolean
  onChange: (isOn: boolean) => void
}) {
  useStyles(css)
  const id = useId()
  return (
    <label className="switch-row" data-raised={isRaised || undefined}>
      <span className="switch-text">
        <span id={`${id}label`} className="switch-label" dir="auto">
          {label}
        </span>
        {detail && (
          <span id={`${id}detail`} className="switch-detail" dir="auto">
            {detail}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}label`}
        aria-describedby={detail && `${id}detail`}
        aria-busy={isBusy || undefined}
        checked={isOn}
        onChange={(event) => {
          if (!isBusy) onChange(event.target.checked)
        }}
      />
      <span className="switch" aria-hidden="true" />
    </label>
  )
}
