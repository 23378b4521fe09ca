import { ChoiceRow } from '@latchkey/ui/choice/ChoiceRow.tsx'
import type { Phone } from '../phone/createPhone.ts'
import type { Behaviour, PhoneState } from '../phone/phoneState.ts'
import { Problem } from '../ui/Problem.tsx'
import { useTask } from '../useTask.ts'

const choices: readonly [Behaviour, title: string, detail: string][] = [
  ['ask', 'Ask me', 'Shows what a site wants'],
  ['approve', 'Approve', 'Says yes to everything'],
  ['refuse', 'Refuse', 'Says no to everything'],
  ['hang', 'Never answer', 'As in a pocket, until you choose something else'],
]

/** How the phone answers, whether it accepts several calls at once, and whether it is online. */
export function Settings({
  phone,
  state: { behaviour, batches, online, isRelayConnected },
}: {
  phone: Phone
  state: PhoneState
}) {
  const { task, start } = useTask((on: boolean) => (on ? phone.goOnline() : phone.goOffline()))
  return (
    <>
      <fieldset className="group">
        <legend>How it answers</legend>
        {choices.map(([value, title, detail]) => (
          <ChoiceRow
            key={value}
            type="radio"
            name="behaviour"
            isChosen={value === behaviour}
            onChange={() => phone.setBehaviour(value)}
            title={title}
            detail={detail}
          />
        ))}
      </fieldset>
      <fieldset className="group">
        <legend>Transactions</legend>
        <ChoiceRow
          type="checkbox"
          name="batches"
          isChosen={batches}
          onChange={phone.setBatches}
          title="Several at once"
          detail="One question for all of them. Sites learn of it when they connect"
        />
      </fieldset>
      <fieldset className="group">
        <legend>Network</legend>
        <ChoiceRow
          type="checkbox"
          name="online"
          isChosen={online}
          onChange={start}
          title="Online"
          detail={
            !online
              ? 'Off'
              : isRelayConnected
                ? 'The relay is reached'
                : 'Reaches for the relay when there is a site to hear'
          }
        />
      </fieldset>
      <Problem task={task} />
      <p className="hint">
        A phone for development, in a tab. Everybody knows its keys, so nothing of value belongs to
        it. Scripts drive it through <code>window.latchkeyPhone</code>.
      </p>
    </>
  )
}
