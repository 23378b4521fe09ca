import type { Behaviour } from 'latchkey/testing'

const choices: readonly [Behaviour, name: string, hint: string][] = [
  ['approve', 'Ask me', 'Its window opens for every request'],
  ['refuse', 'Refuse', 'Says no at once'],
  ['hang', 'Never answer', 'Until you choose something else'],
  ['pending', 'Busy', 'Says that a request is already open'],
  ['locked', 'Locked', 'Waits to be unlocked'],
  ['disappear', 'Switched off', 'As an extension that was removed'],
]

/** Lets the visitor choose how the wallet answers. */
export function BehaviourChoice({
  behaviour,
  onChange,
}: {
  behaviour: Behaviour
  onChange: (behaviour: Behaviour) => void
}) {
  return (
    <fieldset>
      <legend>How it answers</legend>
      {choices.map(([value, name, hint]) => (
        <label key={value}>
          <input
            type="radio"
            name="behaviour"
            checked={value === behaviour}
            onChange={() => onChange(value)}
          />
          <span>
            {name} <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
