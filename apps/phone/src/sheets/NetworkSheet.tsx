import { ChoiceRow } from '@latchkey/ui/choice/ChoiceRow.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import type { Phone } from '../phone/createPhone.ts'
import type { PhoneState } from '../phone/phoneState.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useTask } from '../useTask.ts'

/** Lets the person choose the phone's network. Sites are notified of a change. */
export function NetworkSheet({
  phone,
  state: { chain, chains },
  onClose,
}: {
  phone: Phone
  state: PhoneState
  onClose: () => void
}) {
  const { task, start } = useTask(phone.switchChain)
  return (
    <Sheet title="Network" onClose={onClose}>
      <fieldset className="group">
        <legend className="visually-hidden">Network in use</legend>
        {chains.map(({ id, name }) => (
          <ChoiceRow
            key={id}
            type="radio"
            name="network"
            isChosen={id === chain.id}
            onChange={() => start(id)}
            icon={<Picture name={name} size={40} />}
            title={name}
            detail={`Chain ${id}`}
          />
        ))}
      </fieldset>
      <Problem task={task} />
    </Sheet>
  )
}
