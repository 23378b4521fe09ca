import { useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { leave } from '../../wallet/leave.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { FailedAlert } from './FailedAlert.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Signs out in this browser, after a question. */
export function Leave({
  wallet,
  onLoggedOut,
  onStay,
}: {
  wallet: Wallet
  onLoggedOut: () => void
  onStay: () => void
}) {
  const words = useMessages(messages)
  const [isFailed, setFailed] = useState(false)

  async function go() {
    try {
      await leave(wallet)
      wallet.notify({ type: '@w3m-frame/CHANGED', payload: { isConnected: false } })
      onLoggedOut()
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      {isFailed && <FailedAlert />}
      <h2 className="screen-heading">{words.leaveHeading}</h2>
      <p className="muted small">{words.leaveText}</p>
      <GuardedButton variant="danger" onPress={go}>
        {words.leave}
      </GuardedButton>
      <Button data-autofocus="" onClick={onStay}>
        {words.cancel}
      </Button>
    </>
  )
}
