import { locales } from 'latchkey'
import { useState } from 'react'
import { themes } from '../settings.ts'
import './gallery.css'
import { idOf, screens } from './screens.ts'

const widths = { desktop: [400, 720], phone: [390, 844] } as const

/** Shows all screens, each in its own frame, in the chosen language, theme and size. */
export function Gallery() {
  const [locale, setLocale] = useState<string>('en')
  const [theme, setTheme] = useState<string>('dark')
  const [width, setWidth] = useState<keyof typeof widths>('desktop')
  const [inline, block] = widths[width]
  return (
    <main className="gallery">
      <h1>Screens</h1>
      <p className="gallery-choices">
        <Choice
          label="Language"
          value={locale}
          values={locales}
          onChange={setLocale}
          nameOf={nameOf}
        />
        <Choice label="Theme" value={theme} values={themes} onChange={setTheme} />
        <Choice
          label="Size"
          value={width}
          values={Object.keys(widths)}
          onChange={(value) => setWidth(value === 'phone' ? 'phone' : 'desktop')}
        />
      </p>
      <ul className="gallery-frames">
        {screens.map((screen) => {
          const address = `/screens?${new URLSearchParams({ screen: idOf(screen), locale, theme })}`
          return (
            <li key={address}>
              <h2>
                <a href={address}>{screen.view}</a> {screen.state}
              </h2>
              {/* eslint-disable-next-line react/iframe-missing-sandbox -- pages of this site itself */}
              <iframe
                title={`${screen.view}: ${screen.state}`}
                src={address}
                loading="lazy"
                width={inline}
                height={block}
              />
            </li>
          )
        })}
      </ul>
    </main>
  )
}

/** Returns the name of a language in that language. */
const nameOf = (locale: string) =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale

type ChoiceProps = {
  label: string
  value: string
  values: readonly string[]
  onChange: (value: string) => void
  nameOf?: (value: string) => string
}

function Choice({ label, value, values, onChange, nameOf = (entry) => entry }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {values.map((entry) => (
          <option key={entry} value={entry}>
            {nameOf(entry)}
          </option>
        ))}
      </select>
    </label>
  )
}
