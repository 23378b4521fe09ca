import { useId } from 'react'
import { choiceName } from './controls.ts'
import type { Control } from './controls.ts'
import { isColour, shownColour } from './colours.ts'
import type { ColourToken } from './colours.ts'
import { fields } from './state/fields.ts'
import type { Choice, FieldName, List, PlaygroundState, TokenName } from './state/fields.ts'

type Change = (name: FieldName, value: string | boolean | readonly string[]) => void
type Props = { control: Control; state: PlaygroundState; onChange: Change }

/** Max choices shown side by side; more are shown as a dropdown list. */
const sideBySide = 4

/** Placeholders of empty fields. */
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

/** One setting: its name, the option's name, and its input. */
export function ControlRow({ control, state, onChange }: Props) {
  const { name, title, code = name, help, isUseful } = control
  const id = useId()
  const field = fields[name]
  const isOff = isUseful !== undefined && !isUseful(state)
  const heading = (
    <>
      <span>{title}</span> <code>{code}</code>
    </>
  )
  if (field.kind === 'flag')
    return (
      <label className="control control-flag" data-off={isOff || undefined}>
        <span className="control-name">{heading}</span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={state[name] === true}
          checked={state[name] === true}
          onChange={(event) => onChange(name, event.target.checked)}
        />
      </label>
    )
  if (field.kind === 'choice' && field.names.length > sideBySide)
    return (
      <div className="control control-line">
        <label className="control-name" htmlFor={id}>
          {heading}
        </label>
        <select
          id={id}
          value={String(state[name])}
          onChange={(event) => onChange(name, event.target.value)}
        >
          {field.names.map((choice) => (
            <option key={choice} value={choice}>
              {choiceName(name, choice)}
            </option>
          ))}
        </select>
      </div>
    )
  if (field.kind === 'choice')
    return (
      <Segments
        name={name}
        heading={heading}
        help={help}
        field={field}
        value={String(state[name])}
        onChange={onChange}
      />
    )
  if (field.kind === 'list')
    return (
      <ListControl
        name={name}
        heading={heading}
        field={field}
        value={state[name] as readonly string[]}
        onChange={onChange}
        isOff={isOff}
      />
    ) // the value of a list field
  return (
    <div className="control control-line">
      <label className="control-name" htmlFor={id}>
        {heading}
      </label>
      <TextControl id={id} name={name} title={title} state={state} onChange={onChange} />
    </div>
  )
}

type SegmentsProps = {
  name: FieldName
  heading: React.ReactNode
  help: string | undefined
  field: Choice<string>
  value: string
  onChange: Change
}

/** A few choices side by side. */
function Segments({ name, heading, help, field, value, onChange }: SegmentsProps) {
  return (
    <fieldset className="control">
      <legend className="control-name">{heading}</legend>
      <div className="segments">
        {field.names.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChange(name, choice)}
            />
            <span>{choiceName(name, choice)}</span>
          </label>
        ))}
      </div>
      {help && <p className="control-help">{help}</p>}
    </fieldset>
  )
}

type ListProps = {
  name: FieldName
  heading: React.ReactNode
  field: List<string>
  value: readonly string[]
  onChange: Change
  isOff: boolean
}

/** A choice of several names, with buttons to reorder them where the order counts. */
function ListControl({ name, heading, field, value, onChange, isOff }: ListProps) {
  const unselected = field.names.filter((choice) => !value.includes(choice))
  const shown = field.isOrdered ? [...value, ...unselected] : field.names
  const move = (choice: string, by: number) => {
    const next = value.filter((item) => item !== choice)
    next.splice(value.indexOf(choice) + by, 0, choice)
    onChange(name, next)
  }
  const toggle = (choice: string, isOn: boolean) =>
    onChange(
      name,
      isOn
        ? shown.filter((item) => item === choice || value.includes(item))
        : value.filter((item) => item !== choice),
    )
  return (
    <fieldset className="control" data-off={isOff || undefined}>
      <legend className="control-name">{heading}</legend>
      <ul className="choices">
        {shown.map((choice) => {
          const at = value.indexOf(choice)
          const isOn = at >= 0
          return (
            <li key={choice}>
              {field.min === field.names.length ? (
                <span>{choiceName(name, choice)}</span>
              ) : (
                <label>
                  <input
                    type="checkbox"
                    checked={isOn}
                    disabled={isOn && value.length <= field.min}
                    onChange={(event) => toggle(choice, event.target.checked)}
                  />{' '}
                  {choiceName(name, choice)}
                </label>
              )}
              {field.isOrdered && isOn && (
                <span className="moves">
                  <button
                    type="button"
                    aria-label={`Move ${choiceName(name, choice)} up`}
                    disabled={at === 0}
                    onClick={() => move(choice, -1)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    aria-label={`Move ${choiceName(name, choice)} down`}
                    disabled={at === value.length - 1}
                    onClick={() => move(choice, 1)}
                  >
                    ↓
                  </button>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

type TextProps = {
  id: string
  name: FieldName
  title: string
  state: PlaygroundState
  onChange: Change
}

/**
 * A text input, with a colour field for a colour or a slider for a number. An invalid text is not
 * applied.
 */
function TextControl({ id, name, title, state, onChange }: TextProps) {
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

/** The browser's own colour picker. */
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
