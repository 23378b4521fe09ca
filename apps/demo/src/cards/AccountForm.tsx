import { useAccount, useKit } from 'latchkey/react'
import type { FormEvent, ReactNode } from 'react'

type Props = {
  /** The button's label if nothing is missing. */
  action: string
  /** What is missing, as the button's label. */
  problem: string | undefined
  isBusy: boolean
  onSubmit: () => void
  children: ReactNode
}

/**
 * A form with one button. If an input is missing, the button names it. If no account is connected,
 * the button connects a wallet.
 */
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
      <button
        type="submit"
        className="primary"
        disabled={isConnected && (problem !== undefined || isBusy)}
      >
        {isConnected ? (problem ?? action) : 'Connect a wallet'}
      </button>
    </form>
  )
}
