import { useStyles } from '../styles/useStyles.ts'
import css from './switchRow.css?inline'

/** A row with a switch. A press anywhere in the row switches it. */
export function SwitchRow({
  label,
  isOn,
  onChange,
}: {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  useStyles(css)
  return (
    <label className="switch-row">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="switch" aria-hidden="true" />
    </label>
  )
}
