import type { ReactNode } from 'react'
import { choiceName } from '../controls.ts'
import type { Change } from '../controls.ts'
import type { Choice, FieldName } from '../state/fields.ts'

type SegmentsProps = {
  name: FieldName
  heading: ReactNode
  help: string | undefined
  field: Choice<string>
  value: string
  onChange: Change
}

/** A few choices that stand side by side. */
export function Segments({ name, heading, help, field, value, onChange }: SegmentsProps) {
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
