import {
  checkPrimaryOtp,
  checkSecondaryOtp,
  startEmailChange,
} from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../../ui/fill.ts'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { focusFirst } from '@latchkey/ui/focusFirst.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { CodeForm } from '../../code/CodeForm.tsx'
import { FailedAlert } from '../FailedAlert.tsx'
import { messages } from './messages.ts'
import { NewAddress } from './NewAddress.tsx'
import { useMessages } from '../../../words/useMessages.ts'

/**
 * `primary`: the code to the current address is expected. `secondary`: the code to the new address
 * is expected; `primaryOtp` is needed to mail it again.
 */
type Step =
  | { at: 'address' }
  | { at: 'primary'; email: string }
  | { at: 'secondary'; email: string; primaryOtp?: string }
  | { at: 'done'; email: string }

/**
 * Changes the account's address, by a code to the current address and a code to the new one. A
 * complete code is sent without a guarded press, because the two codes together protect the change.
 */
export function EmailChange({ wallet, onDone }: { wallet: Wallet; onDone: () => void }) {
  const words = useMessages(messages)
  const user = useLoaded((signal) => wallet.session.read(signal))
  const { step, start, prove, change, mailAgain } = useEmailChange(wallet)
  if (user.status === 'failed') return <FailedAlert onRetry={user.retry} />
  if (user.status === 'loading') return <ListSkeleton />
  const now = user.value?.email ?? null
  if (step.at === 'address') return <NewAddress now={now} onAddress={start} />
  if (step.at === 'primary')
    return (
      <CodeForm
        key="primary"
        heading={words.primaryHeading}
        onCode={(otp) => prove(otp, step.email)}
        onResend={() => mailAgain(step)}
      >
        {fill(words.primaryText, { email: now ?? '' })}
      </CodeForm>
    )
  if (step.at === 'secondary')
    return (
      <CodeForm
        key="secondary"
        heading={words.secondaryHeading}
        onCode={change}
        onResend={() => mailAgain(step)}
      >
        {fill(words.secondaryText, { email: step.email })}
      </CodeForm>
    )
  return (
    <>
      <Alert title={words.doneTitle}>{fill(words.doneText, { email: step.email })}</Alert>
      <Button variant="primary" ref={focusFirst} onClick={onDone}>
        {words.close}
      </Button>
    </>
  )
}

/** The steps of the change at the server. */
function useEmailChange(wallet: Wallet) {
  const [step, setStep] = useState<Step>({ at: 'address' })

  async function mail(email: string): Promise<'primary' | 'secondary'> {
    return (await wallet.server.call(startEmailChange, { email })).action
  }

  const start = async (email: string) => setStep({ at: await mail(email), email })

  async function prove(otp: string, email: string) {
    await wallet.server.call(checkPrimaryOtp, { otp })
    setStep({ at: 'secondary', email, primaryOtp: otp })
  }

  async function change(otp: string) {
    const { email } = await wallet.server.call(checkSecondaryOtp, { otp })
    wallet.session.forget()
    wallet.notify({ type: '@w3m-frame/CHANGED', payload: { isConnected: true } })
    setStep({ at: 'done', email })
  }

  async function mailAgain({ email, primaryOtp }: { email: string; primaryOtp?: string }) {
    if (primaryOtp === undefined) await mail(email)
    else await wallet.server.call(checkPrimaryOtp, { otp: primaryOtp })
  }

  return { step, start, prove, change, mailAgain }
}
