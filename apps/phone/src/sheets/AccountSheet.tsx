import type { Phone } from '../phone/createPhone.ts'
import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import { Choice } from '../ui/Choice.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useTask } from '../useTask.ts'

/** Chooses the account in use; sites are notified of a change. */
export function AccountSheet({ phone, state: { accounts, selected }, onClose }: { phone: Phone; state: PhoneState; onClose: () => void }) {
  const { task, start } = useTask(phone.selectAccount)
  const evm = accounts.filter(({ namespace }) => namespace === 'eip155')
  const others = accounts.filter(({ namespace }) => namespace !== 'eip155')
  return (
    <Sheet title="Account" onClose={onClose}>
      <fieldset className="group">
        <legend className="visually-hidden">Account in use</legend>
        {evm.map(({ address, label }) => (
          <Choice
            key={address}
            type="radio"
            name="account"
            checked={address === selected}
            onChange={() => start(address)}
            icon={<Monogram name={label} round />}
            title={label}
            detail={shortAddress(address)}
          />
        ))}
      </fieldset>
      <ul className="list">
        {others.map(({ address, label }) => (
          <li key={address} className="row">
            <Monogram name={label} round />
            <span className="row-text">
              <span>{label}</span>
              <small className="mono">{shortAddress(address)}</small>
            </span>
          </li>
        ))}
      </ul>
      <Problem task={task} />
    </Sheet>
  )
}
