import { readDevice } from '../../../../core/page/device.ts'
import { companies } from '../../../companies/companies.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useOnceOnline } from '../../../hooks/useOnline.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { useRouter } from '../../router.ts'
import { useConnectFor } from '../../useConnectFor.ts'
import { useLogin } from '../../useLogin.ts'
import type { SocialViews } from '../index.ts'
import { LoginScreen } from '../LoginScreen.tsx'
import { messages } from '../messages.ts'
import { failureOf } from '../outcomes.ts'
import { FarcasterLink } from './FarcasterLink.tsx'

/**
 * A login with Farcaster: shows a QR code, or a link on a phone, until the visitor approves the
 * login in the Farcaster app. An expired link is replaced by a new one.
 */
export default function ConnectingFarcasterView({
  params: { connectorId },
}: {
  params: SocialViews['ConnectingFarcaster']
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const target = useConnectFor(connectorId)
  const { attempt, step, isConnected } = useLogin(connectorId, (signal, onStep) =>
    kit.connect({
      ...target,
      connectorId,
      login: { social: 'farcaster' },
      renew: true,
      signal,
      onStep,
    }),
  )
  const failure = isConnected ? undefined : failureOf(attempt)
  useOnceOnline(failure === 'offline', attempt.retry)

  if (!failure && !isConnected && step?.type === 'pairing') {
    return (
      <Screen title={t('title', { company: companies.farcaster.name })}>
        <FarcasterLink pairing={step} isPhone={readDevice().isPhone} />
      </Screen>
    )
  }
  return (
    <LoginScreen social="farcaster" step={step} failure={failure} isConnected={isConnected}>
      {failure === 'notOffered' && (
        <Button variant="primary" data-autofocus="" onClick={router.back}>
          {t('another')}
        </Button>
      )}
      {failure && failure !== 'notOffered' && (
        <Button variant="primary" data-autofocus="" onClick={attempt.retry}>
          {t('retry')}
        </Button>
      )}
    </LoginScreen>
  )
}
