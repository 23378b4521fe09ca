import { useState } from 'react'
import type { SocialLogin } from '../../../core/contracts/login.ts'
import { openWindow } from '../../../core/page/openWindow.ts'
import { socialLogin } from '../../companies/socialLogin.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { useRouter } from '../router.ts'
import { useConnectFor } from '../useConnectFor.ts'
import { useLogin } from '../useLogin.ts'
import type { SocialViews } from './index.ts'
import { LoginScreen } from './LoginScreen.tsx'
import { messages } from './messages.ts'
import { failureOf, mayContinueHere } from './outcomes.ts'

/**
 * A login with a company's account, from the company's window to the connected account. Leaving the
 * screen closes the window and cancels the attempt.
 */
export default function ConnectingSocialView({
  params: { connectorId, social },
}: {
  params: SocialViews['ConnectingSocial']
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const target = useConnectFor(connectorId)
  const [login, setLogin] = useState(() => socialLogin(social))
  const { attempt, step, isConnected } = useLogin(connectorId, (signal, onStep) =>
    kit.connect({ ...target, connectorId, login, signal, onStep }),
  )
  const failure = isConnected ? undefined : failureOf(attempt)
  // browsers open a window only during a press, so only the redirect is repeated by itself
  useOnceOnline(failure === 'offline' && login.mode === 'redirect', attempt.retry)

  /** Starts again. Call it in a click handler, because browsers open windows only there. */
  function begin(next: SocialLogin): void {
    openWindow(kit, next)
    setLogin(next)
    attempt.retry()
  }

  const isInWindow = !failure && !isConnected && step?.type === 'windowOpened'
  const isBlocked = failure === 'windowBlocked'
  const beginHere = () => begin({ social, mode: 'redirect' })
  const here = (
    <Start isPrimary={isBlocked} onClick={beginHere}>
      {t('here')}
    </Start>
  )
  return (
    <LoginScreen social={social} step={step} failure={failure} isConnected={isConnected}>
      {isInWindow && (
        <Button data-autofocus="" onClick={step.focus}>
          {t('show')}
        </Button>
      )}
      {isInWindow && (
        <Button variant="quiet" onClick={beginHere}>
          {t('here')}
        </Button>
      )}
      {failure === 'notOffered' && (
        <Button variant="primary" data-autofocus="" onClick={router.back}>
          {t('another')}
        </Button>
      )}
      {isBlocked && here}
      {failure && failure !== 'notOffered' && (
        <Start isPrimary={!isBlocked} onClick={() => begin(socialLogin(social))}>
          {t('retry')}
        </Start>
      )}
      {failure && !isBlocked && mayContinueHere(failure) && here}
    </LoginScreen>
  )
}

/** A button that starts the login again. The primary button gets the focus. */
const Start = ({
  isPrimary,
  onClick,
  children,
}: {
  isPrimary: boolean
  onClick: () => void
  children: string
}) => (
  <Button
    variant={isPrimary ? 'primary' : 'secondary'}
    data-autofocus={isPrimary ? '' : undefined}
    onClick={onClick}
  >
    {children}
  </Button>
)
