import type { ReactNode } from 'react'
import { choiceName } from '../controls.ts'
import type { Change } from '../controls.ts'
import type { FieldName, List } from '../state/fields.ts'

type Props = {
  name: FieldName
  heading: ReactNode
  field: List<string>
  value: readonly string[]
  onChange: Change
  isOff: boolean
}

/** Lets the visitor choose several names. If their order counts, buttons move them. */
export function ListControl({ name, heading, field, value, onChange, isOff }: Props) {
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
          const isOn = value.includes(choice)
          const title = choiceName(name, choice)
          return (
            <li key={choice}>
              {field.min === field.names.length ? (
                <span>{title}</span>
              ) : (
                <label>
                  <input
                    type="checkbox"
                    checked={isOn}
                    disabled={isOn && value.length <= field.min}
                    onChange={(event) => toggle(choice, event.target.checked)}
                  />{' '}
                  {title}
                </label>
              )}
              {field.isOrdered && isOn && (
                <Moves
                  title={title}
                  isFirst={choice === value[0]}
                  isLast={choice === value.at(-1)}
                  move={(by) => move(choice, by)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

type MovesProps = {
  title: string
  isFirst: boolean
  isLast: boolean
  move: (by: 1 | -1) => void
}

/** The buttons that move a name in its list. */
function Moves({ title, isFirst, isLast, move }: MovesProps) {
  return (
    <span className="moves">
      <button
        type="button"
        aria-label={`Move ${title} up`}
        disabled={isFirst}
        onClick={() => move(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        aria-label={`Move ${title} down`}
        disabled={isLast}
        onClick={() => move(1)}
      >
        ↓
      </button>
    </span>
  )
}
