import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import { useState } from 'react'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import { messages as approveMessages } from '../../../approve/messages.ts'
import { fill } from '../../../ui/fill.ts'
import { FocusedButton } from '../../../ui/FocusedButton.tsx'
import type { Network } from '../../../wallet/network.ts'
import { useMessages } from '../../../words/useMessages.ts'
import { messages as settingsMessages } from '../messages.ts'
import { messages } from './messages.ts'

type Props = {
  network: Network
  /** The contract to which the account delegates; undefined for code of another form. */
  contract: string | undefined
  onReplace: () => void
  onStay: () => void
}

/** Asks before the wallet's code may replace that of another wallet. */
export function ReplaceCode({ network, contract, onReplace, onStay }: Props) {
  const words = useMessages(messages)
  const settings = useMessages(settingsMessages)
  const approvals = useMessages(approveMessages)
  const [isTicked, setTicked] = useState(false)
  return (
    <>
      <h2 className="screen-heading">{fill(words.overHeading, { network: network.name })}</h2>
      <p className="muted small">{words.overText}</p>
      {contract !== undefined && <AddressText address={contract} form="lines" />}
      <Tick isTicked={isTicked} onChange={setTicked}>
        {approvals.understand}
      </Tick>
      <GuardedButton variant="danger" isDisabled={!isTicked} onPress={onReplace}>
        {words.turnOn}
      </GuardedButton>
      <FocusedButton onClick={onStay}>{settings.cancel}</FocusedButton>
    </>
  )
}
