import { themes } from '../settings.ts'
import type { Theme } from '../settings.ts'

const names: Record<Theme, string> = { light: 'Light', auto: 'As the system', dark: 'Dark' }
const icons: Record<Theme, string> = {
  light:
    'M10 6.5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM10 2v1.500m0 13V18m8-8h-1.500m-13 0H2m13.660-5.660-1.060 1.060M5.400 14.600l-1.060 1.060m0-11.320L5.400 5.400m9.200 9.200 1.060 1.060',
  auto: 'M3.500 4.500h13v9h-13zM7.500 16.500h5',
  dark: 'M16.500 11.800A6.800 6.800 0 0 1 8.200 3.500a6.800 6.800 0 1 0 8.300 8.300Z',
}

/** Lets the visitor choose the light theme, the dark theme, or the system's theme. */
export function ThemeSwitch({
  theme,
  onChange,
}: {
  theme: Theme
  onChange: (theme: Theme) => void
}) {
  return (
    <fieldset className="theme-switch">
      <legend className="visually-hidden">Theme</legend>
      {themes.map((name) => (
        <label key={name} title={names[name]}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={name === theme}
            onChange={() => onChange(name)}
          />
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={icons[name]} />
          </svg>
          <span className="visually-hidden">{names[name]}</span>
        </label>
      ))}
    </fieldset>
  )
}
