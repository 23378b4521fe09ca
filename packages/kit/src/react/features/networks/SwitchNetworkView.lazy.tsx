import * as times from '@latchkey/protocol/times'
import { useEffect } from 'react'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { imageUrl } from '../../imageUrl.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useWalletProblem } from '../../hooks/useWalletProblem.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { useAttempt } from '../../hooks/useAttempt.ts'
import type { Attempt } from '../../hooks/useAttempt.ts'
import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { home } from '../routeFor.ts'
import { useRouter } from '../router.ts'
import type { NetworkViews } from './index.ts'
import { messages } from './messages.ts'
import { contextOf } from '../../../core/kit/context.ts'

type Outcome = 'waiting' | 'slow' | 'refused' | 'pending' | 'unknown' | 'failed' | 'done'

const outcomes: { [code in ErrorCode]?: Outcome } = {
  userRejected: 'refused',
  resourceUnavailable: 'pending',
  switchChain: 'unknown',
  methodNotSupported: 'unknown',
  unsupportedMethod: 'unknown',
}

/**
 * Asks the wallet to switch to another network: shows what the visitor has to do there, and the
 * outcome.
 */
export default function SwitchNetworkView({
  params: { networkId, goesBack },
}: {
  params: NetworkViews['SwitchNetwork']
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const { networks, networkId: current } = useNetwork()
  const name =
    networks.find((network) => network.networkId === networkId)?.network.name ?? networkId
  const attempt = useAttempt((signal) => kit.switchNetwork({ networkId, signal }))
  const outcome = current === networkId ? 'done' : outcomeOf(attempt)
  const problem = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const isDone = outcome === 'done'
  const isFailed = !isDone && outcome !== 'waiting' && outcome !== 'slow'
  const text =
    (attempt.status === 'failed' && outcome === 'failed' && problem(attempt.error, wallet)) ||
    t(`${outcome}Text`)

  useEffect(() => {
    if (isDone) return contextOf(kit).clock.setTimeout(leave, times.successShown)
    function leave() {
      if (router.store.getState().stack.length === 1) kit.close()
      else if (goesBack) router.back()
      else router.finish(home)
    }
  }, [isDone, kit, router, goesBack])

  return (
    <Screen title={t('switchTitle')}>
      <Progress
        isLong
        status={isDone ? 'done' : isFailed ? 'failed' : 'waiting'}
        picture={
          <Picture
            name={name}
            src={imageUrl(kit, networkId)}
            subject={{ network: networkId }}
            size={64}
          />
        }
        title={t(`${outcome}Title`, { network: name, wallet })}
        text={text}
      />
      {(isFailed || outcome === 'slow') && (
        <Button variant={isFailed ? 'primary' : 'secondary'} onClick={attempt.retry}>
          {t('retry')}
        </Button>
      )}
    </Screen>
  )
}

function outcomeOf(attempt: Attempt): Outcome {
  if (attempt.status === 'waiting') return attempt.isSlow ? 'slow' : 'waiting'
  if (attempt.status === 'done') return 'done'
  return outcomes[attempt.error.code] ?? 'failed'
}
