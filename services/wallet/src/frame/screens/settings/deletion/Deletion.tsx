import { confirmDeletion, startDeletion } from '@latchkey/protocol/walletServer'
import { useRef, useState } from 'react'
import { Fault, isFault } from '../../../bridge/Fault.ts'
import { isPassing } from '../../../server/isPassing.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tick } from '../../../ui/Field.tsx'
import { fill } from '../../../ui/fill.ts'
import { focusFirst } from '../../../ui/focusFirst.ts'
import { readAccount } from '../../../vault/deviceShare.ts'
import { forgetUser } from '../../../wallet/forgetUser.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { CodeForm } from '../../code/CodeForm.tsx'
import { Export } from '../keys/Export.tsx'
import { messages as settingsMessages } from '../messages.ts'
import { messages } from './messages.ts'

type Step = 'keys' | 'sure' | 'code' | 'done'
type Props = { wallet: Wallet; isPressable: boolean; /** The address of now; null where there is none. */ email: string | null; onDeleted: () => void }

/** Deletes the account: its keys are offered first, then comes a tick, then a code by mail. */
export function Deletion({ wallet, isPressable, email, onDeleted }: Props) {
  const [step, setStep] = useState<Step>('keys')
  const [isTicked, setTicked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string>()
  /** An answer to the last step was lost: it may be deleted. */
  const isUnsure = useRef(false)

  async function confirm(otp?: string) {
    const account = await readAccount(wallet.keep)
    try {
      await wallet.server.call(confirmDeletion, otp === undefined ? {} : { otp })
    } catch (error) {
      isUnsure.current ||= isPassing(error)
      if (!isUnsure.current || !isFault(error, 'loginRequired')) throw error
    }
    await forgetUser(wallet, account)
    setStep('done')
  }

  async function start() {
    if (isBusy) return
    setBusy(true)
    setSentence(undefined)
    try {
      const { action } = await wallet.server.call(startDeletion, {})
      if (action === 'otp') setStep('code')
      else await confirm()
    } catch (error) {
      setSentence(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (step === 'keys') return (
    <>
      <h2 className="screen-heading">{messages.heading}</h2>
      <p className="muted small">{messages.text}</p>
      <Export wallet={wallet} isPressable={isPressable} />
      <Button variant="quiet" onClick={() => setStep('sure')}>{messages.next}</Button>
    </>
  )
  if (step === 'sure') return (
    <>
      {sentence !== undefined && <Alert level="warning" title={settingsMessages.failedTitle}>{sentence}</Alert>}
      <Alert level="danger" title={messages.warningTitle}>{messages.warningText}</Alert>
      <Tick isTicked={isTicked} onChange={setTicked}>{messages.tick}</Tick>
      <Button variant="danger" isDisabled={!isTicked || !isPressable || isBusy} aria-live="polite" onClick={(event) => event.isTrusted && start()}>{isBusy ? messages.busy : messages.go}</Button>
    </>
  )
  if (step === 'code') return (
    <CodeForm heading={messages.codeHeading} onCode={confirm} onResend={async () => void (await wallet.server.call(startDeletion, {}))}>
      {fill(messages.codeText, { email: email ?? '' })}
    </CodeForm>
  )
  return (
    <>
      <Alert title={messages.doneTitle}>{messages.doneText}</Alert>
      <Button variant="primary" ref={focusFirst} onClick={onDeleted}>{messages.close}</Button>
    </>
  )
}

function sentenceOf(error: unknown): string {
  if (isFault(error, 'loginTooOld')) return messages.tooOld
  if (isFault(error, 'notRecovered')) return messages.notRecovered
  if (isFault(error, 'tooManyRequests')) return messages.tooMany
  return isFault(error, 'emailCooldown') && error instanceof Fault ? fill(messages.wait, { seconds: error.values?.['seconds'] ?? 30 }) : settingsMessages.failedText
}
