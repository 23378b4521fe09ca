import * as times from '@latchkey/protocol/times'
import { useEffect } from 'react'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useAttempt } from '../../hooks/useAttempt.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useOnceOnline } from '../../hooks/useOnline.ts'
import { useRouter } from '../router.ts'
import { useBack } from '../useBack.ts'
import { useContinueFlow } from '../useContinueFlow.ts'
import type { ConnectingViews } from './index.ts'
import { messages } from './messages.ts'
import { takeRequest } from '../sentRequests.ts'
import { comesWithNetwork, outcomeOf, useOutcomeTexts } from './outcomes.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Asks a wallet of this browser to connect: shows what the visitor has to do there, and the
 * outcome.
 */
export default function ConnectingExternalView({
  params,
}: {
  params: ConnectingViews['ConnectingExternal']
}) {
  const { connectorId, namespace } = params
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const continueFlow = useContinueFlow()
  const back = useBack('Connect')
  const account = useAccount()
  const wallet = useKitState((state) => state.connectors).find(({ id }) => id === connectorId)
  const name = wallet?.name ?? connectorId
  const attempt = useAttempt((signal) => takeRequest(kit, params, signal))
  // the visitor may also approve an earlier request in the wallet, which connects as well
  const isConnected =
    'account' in account &&
    account.account.connectorId === connectorId &&
    (namespace === undefined || account.account.namespace === namespace)
  const textsOf = useOutcomeTexts()
  const outcome = isConnected ? 'done' : outcomeOf(attempt)
  useOnceOnline(comesWithNetwork(outcome), attempt.retry)

  // another tab may disconnect the wallet while this screen still shows the success
  const isDisconnected = attempt.status === 'done' && !('account' in account)
  useEffect(() => {
    if (!isConnected && !isDisconnected) return
    return contextOf(kit).clock.setTimeout(
      isDisconnected ? () => router.reset('Connect') : continueFlow,
      times.successShown,
    )
  }, [isConnected, isDisconnected, kit, continueFlow, router])

  return (
    <Screen title={t('connecting')}>
      <Progress
        status={
          outcome === 'done'
            ? 'done'
            : outcome === 'waiting' || outcome === 'slow'
              ? 'waiting'
              : 'failed'
        }
        picture={<Picture name={name} src={wallet?.icon} size={64} />}
        {...textsOf(outcome, attempt, name)}
      />
      {outcome === 'gone' && (
        <Button variant="primary" data-autofocus="" onClick={back}>
          {t('another')}
        </Button>
      )}
      {outcome === 'gone' && contextOf(kit).api && (
        <Button onClick={() => router.push('Downloads', { walletId: connectorId })}>
          {t('getWallet', { wallet: name })}
        </Button>
      )}
      {outcome !== 'gone' && outcome !== 'waiting' && outcome !== 'done' && (
        <Button variant={outcome === 'slow' ? 'secondary' : 'primary'} onClick={attempt.retry}>
          {t('retry')}
        </Button>
      )}
    </Screen>
  )
}
