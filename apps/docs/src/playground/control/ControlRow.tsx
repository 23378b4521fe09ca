import { useId } from 'react'
import type { ReactNode } from 'react'
import { choiceName } from '../controls.ts'
import type { Change, Control } from '../controls.ts'
import { fields } from '../state/fields.ts'
import type { FieldName, PlaygroundState } from '../state/fields.ts'
import { ListControl } from './ListControl.tsx'
import { Segments } from './Segments.tsx'
import { TextControl } from './TextControl.tsx'

type Props = { control: Control; state: PlaygroundState; onChange: Change }

/** Up to this many choices stand side by side. More of them are shown as a list to open. */
const sideBySide = 4

/** One setting: its title, the name of its option, and its control. */
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
      <Flag
        heading={heading}
        isOff={isOff}
        isOn={state[name] === true}
        onChange={(isOn) => onChange(name, isOn)}
      />
    )
  if (field.kind === 'choice' && field.names.length <= sideBySide)
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
    ) // the field of a list has such a value
  return (
    <div className="control control-line">
      <label className="control-name" htmlFor={id}>
        {heading}
      </label>
      {field.kind === 'choice' ? (
        <Options
          id={id}
          name={name}
          names={field.names}
          value={String(state[name])}
          onChange={onChange}
        />
      ) : (
        <TextControl id={id} name={name} title={title} state={state} onChange={onChange} />
      )}
    </div>
  )
}

type FlagProps = {
  heading: ReactNode
  isOff: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that is either on or off. */
function Flag({ heading, isOff, isOn, onChange }: FlagProps) {
  return (
    <label className="control control-flag" data-off={isOff || undefined}>
      <span className="control-name">{heading}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

type OptionsProps = {
  id: string
  name: FieldName
  names: readonly string[]
  value: string
  onChange: Change
}

/** A list to open, for choices that are too many to stand side by side. */
function Options({ id, name, names, value, onChange }: OptionsProps) {
  return (
    <select id={id} value={value} onChange={(event) => onChange(name, event.target.value)}>
      {names.map((choice) => (
        <option key={choice} value={choice}>
          {choiceName(name, choice)}
        </option>
      ))}
    </select>
  )
}
