import { isColour, shownColour } from '../colours.ts'
import type { ColourToken } from '../colours.ts'
import type { Change } from '../controls.ts'
import { fields } from '../state/fields.ts'
import type { FieldName, PlaygroundState, TokenName } from '../state/fields.ts'

/** The texts that are shown in empty fields. */
const placeholders: { readonly [name in FieldName]?: string } = {
  label: 'Connect wallet',
  connectTitle: 'Connect wallet',
  groupName: 'Recommended',
  disclaimer: 'none',
}

const fonts = [
  'Georgia, serif',
  'ui-monospace, monospace',
  'ui-rounded, system-ui, sans-serif',
  'Arial, sans-serif',
]

type TextProps = {
  id: string
  name: FieldName
  title: string
  state: PlaygroundState
  onChange: Change
}

/**
 * A field for a text. A colour also has a colour field, a number a slider. An invalid text is not
 * applied.
 */
export function TextControl({ id, name, title, state, onChange }: TextProps) {
  const field = fields[name]
  const value = String(state[name])
  const setText = (text: string) => {
    if (text === '' || (field.kind === 'text' && field.pattern.test(text))) onChange(name, text)
  }
  if (name === '--lk-radius')
    return (
      <span className="control-value">
        <input
          id={id}
          type="range"
          min="0"
          max="2"
          step="0.1"
          value={value === '' ? '1' : value}
          onChange={(event) => onChange(name, event.target.value === '1' ? '' : event.target.value)}
        />
        <output>{value === '' ? '1' : value}</output>
      </span>
    )
  const colour = isToken(name) && isColour(name) ? name : undefined
  return (
    <span className="control-value">
      {colour && <Colour name={colour} title={title} state={state} onChange={onChange} />}
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholders[name] ?? 'default'}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        list={name === '--lk-font' ? `${id}-fonts` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {name === '--lk-font' && (
        <datalist id={`${id}-fonts`}>
          {fonts.map((font) => (
            <option key={font} value={font}>
              {font}
            </option>
          ))}
        </datalist>
      )}
    </span>
  )
}

const isToken = (name: FieldName): name is TokenName => name.startsWith('--lk-')

/** The browser's own control to choose a colour. */
function Colour({
  name,
  title,
  state,
  onChange,
}: {
  name: ColourToken
  title: string
  state: PlaygroundState
  onChange: Change
}) {
  return (
    <input
      type="color"
      aria-label={`${title}, colour`}
      value={shownColour(state, name)}
      onChange={(event) => onChange(name, event.target.value)}
    />
  )
}
