import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { fill } from '../../ui/fill.ts'
import type { Network } from '../../wallet/network.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'
import './changes.css'

/** Says that the calls upgrade the account, and what that is. EIP-7702 */
export function UpgradeText({ network }: { network: Network }) {
  const words = useMessages(messages)
  return (
    <>
      <Alert title={words.upgradeTitle}>{words.upgradeText}</Alert>
      <Details label={words.upgradeMore}>
        <section className="changes">
          <p className="changes-note">{fill(words.upgradeDetails, { network: network.name })}</p>
          <AddressText address={delegator} form="lines" />
          <p className="changes-note">{words.upgradeOff}</p>
        </section>
      </Details>
    </>
  )
}
