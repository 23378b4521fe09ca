import * as times from '@latchkey/protocol/times'
import { useEffect, useState } from 'react'
import type { ConnectStep } from '../../../core/connectorSource.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useAttempt } from '../../hooks/useAttempt.ts'
import type { Attempt } from '../../hooks/useAttempt.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Outline } from '../../ui/icons.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { useRouter } from '../router.ts'
import { useLeadOn } from '../useLeadOn.ts'
import { EnterCode } from './EnterCode.tsx'
import type { EmailViews } from './index.ts'
import { messages } from './messages.ts'
import { failureOf } from './outcomes.ts'

/** An envelope, 20 × 20. */
const envelope = 'M3.5 5.5h13a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1Zm-.7.6L10 11l7.2-4.9'

/** A login by e-mail, from the code to the account. Leaving the screen ends the attempt. */
export default function EmailVerifyOtpView({ params: { connectorId, email } }: { params: EmailViews['EmailVerifyOtp'] }) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const leadOn = useLeadOn()
  const account = useAccount()
  const [step, setStep] = useState<Exclude<ConnectStep, { type: 'pairing' }> | 'sending' | 'opening'>('sending')
  const [failedAt, setFailedAt] = useState(0)
  const attempt = useAttempt((signal) => {
    setStep('sending')
    const onStep = (next: ConnectStep) => {
      if (!signal.aborted && next.type !== 'pairing') setStep(next)
    }
    return kit.connect({ connectorId, login: { email }, signal, onStep }).catch((error: unknown) => {
      setFailedAt(kit.context.clock.now()) // before the screen tells it, so that its seconds are right from the first
      throw error
    })
  })
  const isConnected = 'account' in account && account.account.connectorId === connectorId
  const failure = isConnected ? undefined : failureOf(attempt)
  const seconds = useCountdown(failure === 'cooldown' ? failedAt + secondsOf(attempt) * 1_000 : 0)
  useOnceOnline(failure === 'offline', attempt.retry)

  // another tab may disconnect the wallet before this screen has closed
  const isGone = attempt.status === 'done' && !('account' in account)
  useEffect(() => {
    if (!isConnected && !isGone) return
    return kit.context.clock.setTimeout(isGone ? () => router.reset('Connect') : leadOn, times.successShown)
  }, [isConnected, isGone, kit, leadOn, router])

  if (!isConnected && !failure && typeof step === 'object' && step.type === 'codeSent') {
    return <Screen title={t('title')}><EnterCode key="code" step={step} onAccepted={() => setStep((now) => (typeof now === 'object' && now.type === 'codeSent' ? 'opening' : now))} /></Screen>
  }

  const isWaitingHere = failure === 'cooldown' && seconds > 0
  const [title, text] = ((): readonly [string, string] => {
    if (isConnected) return [t('doneTitle'), t('doneText', { email })]
    if (failure === 'cooldown') return [isWaitingHere ? t('cooldownTitle', { seconds }) : t('readyTitle'), t('cooldownText')]
    if (failure) return [t(`${failure}Title`), t(`${failure}Text`)]
    if (step === 'sending') return [t('sendingTitle'), t('sendingText', { email })]
    if (typeof step === 'object' && step.type === 'linkSent') return [t('linkTitle'), t('linkText', { email })]
    return [t('openingTitle'), t('openingText')]
  })()
  return (
    <Screen title={t('title')}>
      <Progress status={isConnected ? 'done' : failure ? 'failed' : 'waiting'} picture={<Mark isQuiet isLarge><Outline d={envelope} /></Mark>} title={title} text={text} />
      {failure && <Button variant="primary" data-autofocus="" aria-disabled={isWaitingHere} onClick={() => !isWaitingHere && attempt.retry()}>{t('retry')}</Button>}
    </Screen>
  )
}

/** The seconds that a refused attempt names. */
const secondsOf = (attempt: Attempt): number => (attempt.status === 'failed' ? (attempt.error.retryAfter ?? 0) : 0)
