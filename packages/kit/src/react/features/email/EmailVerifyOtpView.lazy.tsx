import { useState } from 'react'
import type { CodeStep, ConnectStep } from '../../../core/contracts/connectorSource.ts'
import type { Attempt } from '../../hooks/useAttempt.ts'
import { useCountdown } from '../../hooks/useCountdown.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Outline } from '@latchkey/ui/icons.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { useConnectFor } from '../useConnectFor.ts'
import { useLogin } from '../useLogin.ts'
import { EnterCode } from './EnterCode.tsx'
import type { EmailViews } from './index.ts'
import { messages } from './messages.ts'
import { failureOf } from './outcomes.ts'
import { ResendLink } from './ResendLink.tsx'
import { useProgressTexts } from './useProgressTexts.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The path of an envelope icon, 20 × 20. */
const envelope =
  'M3.5 5.5h13a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1Zm-.7.6L10 11l7.2-4.9'

/**
 * A login by e-mail, from the entry of the code (or the wallet's own window) to the connected
 * account. Leaving the screen cancels the attempt.
 */
export default function EmailVerifyOtpView({
  params: { connectorId, email },
}: {
  params: EmailViews['EmailVerifyOtp']
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const target = useConnectFor(connectorId)
  const [accepted, setAccepted] = useState<CodeStep>()
  const [failedAt, setFailedAt] = useState(0)
  const { attempt, step, isConnected } = useLogin(connectorId, (signal, onStep) =>
    kit
      .connect({ ...target, connectorId, login: { email }, signal, onStep })
      .catch((error: unknown) => {
        // set here, before the screen shows the failure: its countdown starts from this time
        setFailedAt(contextOf(kit).clock.now())
        throw error
      }),
  )
  const failure = isConnected ? undefined : failureOf(attempt)
  const textsOf = useProgressTexts(email)
  const seconds = useCountdown(failure === 'cooldown' ? failedAt + secondsOf(attempt) * 1_000 : 0)
  useOnceOnline(failure === 'offline', attempt.retry)

  if (!isConnected && !failure && step?.type === 'codeSent' && step !== accepted) {
    return (
      <Screen key="code" title={t('title')}>
        <EnterCode step={step} onAccepted={() => setAccepted(step)} />
      </Screen>
    )
  }

  const isWaitingHere = failure === 'cooldown' && seconds > 0
  const texts = textsOf(isConnected ? 'done' : (failure ?? step?.type), seconds)
  return (
    <Screen key="progress" title={t('title')}>
      <Progress
        status={isConnected ? 'done' : failure ? 'failed' : 'waiting'}
        picture={
          <Mark isQuiet isLarge>
            <Outline d={envelope} />
          </Mark>
        }
        {...texts}
      />
      {!isConnected && !failure && step && <StepChoice step={step} />}
      {failure && (
        <Button
          variant="primary"
          data-autofocus=""
          aria-disabled={isWaitingHere}
          onClick={() => !isWaitingHere && attempt.retry()}
        >
          {t('retry')}
        </Button>
      )}
    </Screen>
  )
}

/**
 * What the visitor can do in this step: show the wallet's window, or request another link by mail.
 */
function StepChoice({ step }: { step: ConnectStep }) {
  const t = useMessages(messages)
  if (step.type === 'linkSent' && step.email !== undefined) return <ResendLink step={step} />
  return (
    step.type === 'windowOpened' && (
      <Button data-autofocus="" onClick={step.focus}>
        {t('show')}
      </Button>
    )
  )
}

/** Returns the seconds until the visitor may try again after a refused attempt. */
const secondsOf = (attempt: Attempt): number =>
  attempt.status === 'failed' ? (attempt.error.retryAfter ?? 0) : 0
