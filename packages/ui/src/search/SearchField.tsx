import { useStyles } from '../styles/useStyles.ts'
import { Icon } from '../icons.tsx'
import css from './searchField.css?inline'

/**
 * A search field. `label` is its accessible name and its placeholder. `isTall`: the screen has its
 * full height from the start, so that the results do not change the layout.
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
