import { useStyles } from '../styles/useStyles.ts'
import { Icon } from '../icons.tsx'
import css from './searchField.css?inline'

/**
 * A search input. `label` is its accessible name and its placeholder. `isTall`: its screen fills
 * the card, so that the results do not move the layout.
 */
export function SearchField({
  label,
  value,
  isTall = false,
  onChange,
}: {
  label: string
  isTall?: boolean
  value: string
  onChange: (value: string) => void
}) {
  useStyles(css)
  return (
    <label className="search-field" data-tall={isTall || undefined}>
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
