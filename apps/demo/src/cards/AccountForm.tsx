import { useAccount, useKit } from 'latchkey/react'
import type { FormEvent, ReactNode } from 'react'

type Props = {
  /** What the button does once nothing is missing. */
  action: string
  /** What is missing, as the button's label. */
  problem: string | undefined
  isBusy: boolean
  onSubmit: () => void
  children: ReactNode
}

/** A form whose one button says what is missing; without an account that is a wallet, and the button connects one. */
export function AccountForm({ action, problem, isBusy, onSubmit, children }: Props) {
  const kit = useKit()
  const account = useAccount()
  const isConnected = 'account' in account

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConnected) onSubmit()
    else void kit.open()
  }

  return (
    <form onSubmit={submit}>
      {children}
      <button type="submit" className="primary" disabled={isConnected && (problem !== undefined || isBusy)}>
        {isConnected ? (problem ?? action) : 'Connect a wallet'}
      </button>
    </form>
  )
}
