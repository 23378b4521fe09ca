import { confirmDeletion, startDeletion } from '@latchkey/protocol/walletServer'
import { useRef, useState } from 'react'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import { Fault, isFault } from '../../../bridge/Fault.ts'
import { isTransient } from '../../../server/isTransient.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import { fill } from '../../../ui/fill.ts'
import { focusFirst } from '@latchkey/ui/focusFirst.ts'
import { readAccount } from '../../../vault/deviceShare.ts'
import { forgetUser } from '../../../wallet/forgetUser.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { CodeForm } from '../../code/CodeForm.tsx'
import { Export } from '../keys/Export.tsx'
import { messages as settingsMessages } from '../messages.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../../words/useMessages.ts'

type Props = {
  wallet: Wallet
  /** The current address; null where there is none. */
  email: string | null
  onDeleted: () => void
}

/**
 * Deletes the account. First the screen offers to export the account's keys, then it asks for a
 * tick, and for a mailed code if the account has an address.
 */
export function Deletion({ wallet, email, onDeleted }: Props) {
  const words = useMessages(messages)
  const [isSure, setSure] = useState(false)
  const { step, isBusy, sentence, start, confirm } = useDeletion(wallet)
  if (step === 'code')
    return (
      <CodeForm
        heading={words.codeHeading}
        onCode={confirm}
        onResend={async () => void (await wallet.server.call(startDeletion, {}))}
      >
        {fill(words.codeText, { email: email ?? '' })}
      </CodeForm>
    )
  if (step === 'done')
    return (
      <>
        <Alert title={words.doneTitle}>{words.doneText}</Alert>
        <Button variant="primary" ref={focusFirst} onClick={onDeleted}>
          {words.close}
        </Button>
      </>
    )
  if (isSure) return <LastQuestion isBusy={isBusy} fault={sentence} onGo={start} />
  return (
    <>
      <h2 className="screen-heading">{words.heading}</h2>
      <p className="muted small">{words.text}</p>
      <Export wallet={wallet} />
      <Button variant="quiet" onClick={() => setSure(true)}>
        {words.next}
      </Button>
    </>
  )
}

/** The last question, with a tick. */
function LastQuestion({
  isBusy,
  fault,
  onGo,
}: {
  isBusy: boolean
  fault: string | undefined
  onGo: () => void
}) {
  const settingsWords = useMessages(settingsMessages)
  const words = useMessages(messages)
  const [isTicked, setTicked] = useState(false)
  return (
    <>
      {fault !== undefined && (
        <Alert level="warning" title={settingsWords.failedTitle}>
          {fault}
        </Alert>
      )}
      <Alert level="danger" title={words.warningTitle}>
        {words.warningText}
      </Alert>
      <Tick isTicked={isTicked} onChange={setTicked}>
        {words.tick}
      </Tick>
      <GuardedButton
        variant="danger"
        isDisabled={!isTicked || isBusy}
        aria-live="polite"
        onPress={onGo}
      >
        {isBusy ? words.busy : words.go}
      </GuardedButton>
    </>
  )
}

/** Starts and confirms the deletion at the server, and forgets the account in this browser. */
function useDeletion(wallet: Wallet) {
  const settingsWords = useMessages(settingsMessages)
  const words = useMessages(messages)
  const [step, setStep] = useState<'question' | 'code' | 'done'>('question')
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string>()
  /** The answer to the last step was lost, so the account may be deleted. */
  const isUnsure = useRef(false)

  async function confirm(otp?: string) {
    const account = await readAccount(wallet.store)
    try {
      await wallet.server.call(confirmDeletion, otp === undefined ? {} : { otp })
    } catch (error) {
      isUnsure.current ||= isTransient(error)
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
      setSentence(sentenceOf(error, { ...words, failed: settingsWords.failedText }))
    } finally {
      setBusy(false)
    }
  }

  return { step, isBusy, sentence, start, confirm }
}

function sentenceOf(
  error: unknown,
  words: (typeof messages)['texts'] & { failed: string },
): string {
  if (isFault(error, 'loginTooOld')) return words.tooOld
  if (isFault(error, 'notRecovered')) return words.notRecovered
  if (isFault(error, 'tooManyRequests')) return words.tooMany
  return isFault(error, 'emailCooldown') && error instanceof Fault
    ? fill(words.wait, { seconds: error.values?.['seconds'] ?? 30 })
    : words.failed
}
