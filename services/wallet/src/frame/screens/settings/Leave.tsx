import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { leave } from '../../wallet/leave.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { FailedAlert } from './FailedAlert.tsx'
import { messages } from './messages.ts'

/** Signs out on this browser, after a question. */
export function Leave({ wallet, isPressable, onLeft, onStay }: { wallet: Wallet; isPressable: boolean; onLeft: () => void; onStay: () => void }) {
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
      <h2 className="screen-heading">{messages.leaveHeading}</h2>
      <p className="muted small">{messages.leaveText}</p>
      <Button variant="danger" isDisabled={!isPressable} onClick={(event) => event.isTrusted && go()}>{messages.leave}</Button>
      <Button data-autofocus="" onClick={onStay}>{messages.cancel}</Button>
    </>
  )
}
