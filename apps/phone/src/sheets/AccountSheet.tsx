import { ChoiceRow } from '@latchkey/ui/choice/ChoiceRow.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import type { Phone } from '../phone/createPhone.ts'
import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useTask } from '../useTask.ts'

const kinds = [
  ['eip155', 'EVM networks'],
  ['solana', 'Solana'],
  ['bip122', 'Bitcoin'],
  ['polkadot', 'Polkadot'],
] as const

/**
 * Lets the person choose the accounts in use: one on EVM networks, and one each on Solana,
 * Bitcoin and Polkadot. Sites are notified of a change.
 */
export function AccountSheet({
  phone,
  state: { accounts, selected, selectedSolana, selectedBitcoin, selectedPolkadot },
  onClose,
}: {
  phone: Phone
  state: PhoneState
  onClose: () => void
}) {
  const { task, start } = useTask(phone.selectAccount)
  const inUse: readonly string[] = [selected, selectedSolana, selectedBitcoin, selectedPolkadot]
  return (
    <Sheet title="Account" onClose={onClose}>
      {kinds.map(([kind, title]) => (
        <fieldset key={kind} className="group">
          <legend>{title}</legend>
          {accounts
            .filter(({ namespace }) => namespace === kind)
            .map(({ address, label }) => (
              <ChoiceRow
                key={address}
                type="radio"
                name={`account-${kind}`}
                isChosen={inUse.includes(address)}
                onChange={() => start(address)}
                icon={<Picture name={label} size={40} shape="round" />}
                title={label}
                detail={shortAddress(address)}
              />
            ))}
        </fieldset>
      ))}
      <Problem task={task} />
    </Sheet>
  )
}
