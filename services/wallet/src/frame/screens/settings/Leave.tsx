import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { leave } from '../../wallet/leave.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { FailedAlert } from './FailedAlert.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Signs out on this browser, after a question. */
export function Leave({ wallet, isPressable, onLeft, onStay }: { wallet: Wallet; isPressable: boolean; onLeft: () => void; onStay: () => void }) {
  const words = useMessages(messages)
  const [isFailed, setFailed] = useState(false)

  async function go() {
    try {
      await leave(wallet)
      wallet.tell({ type: '@w3m-frame/CHANGED', payload: { isConnected: false } })
      onLeft()
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      {isFailed && <FailedAlert />}
      <h2 className="screen-heading">{words.leaveHeading}</h2>
      <p className="muted small">{words.leaveText}</p>
      <Button variant="danger" isDisabled={!isPressable} onClick={(event) => event.isTrusted && go()}>{words.leave}</Button>
      <Button data-autofocus="" onClick={onStay}>{words.cancel}</Button>
    </>
  )
}
