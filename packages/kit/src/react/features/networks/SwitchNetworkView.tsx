import * as times from '@latchkey/protocol/times'
import { useEffect } from 'react'
import type { ErrorCode } from '../../../core/errors.ts'
import { imageUrl } from '../../imageUrl.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { useAttempt } from '../../useAttempt.ts'
import { useKit } from '../../useKit.ts'
import { useNetwork } from '../../useNetwork.ts'
import { useRouter } from '../router.ts'
import type { NetworkViews } from './index.ts'
import { messages } from './messages.ts'

type Outcome = 'refused' | 'pending' | 'unknown' | 'failed'

const outcomes: { [code in ErrorCode]?: Outcome } = {
  userRejected: 'refused',
  resourceUnavailable: 'pending',
  switchChain: 'unknown',
  methodNotSupported: 'unknown',
  unsupportedMethod: 'unknown',
}

export default function SwitchNetworkView({ params: { networkId } }: { params: NetworkViews['SwitchNetwork'] }) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const { networks, networkId: current } = useNetwork()
  const name = networks.find((one) => one.networkId === networkId)?.network.name ?? networkId
  const attempt = useAttempt((signal) => kit.switchNetwork({ networkId, signal }))
  const isDone = attempt.status === 'done' || current === networkId
  const state = isDone ? 'done' : attempt.status === 'waiting' ? (attempt.isSlow ? 'slow' : 'waiting') : attempt.status === 'failed' ? (outcomes[attempt.error.code] ?? 'failed') : 'done'
  const isFailed = state !== 'done' && state !== 'waiting' && state !== 'slow'

  useEffect(() => {
    if (isDone) return kit.context.clock.setTimeout(() => router.reset('Account'), times.successShown)
  }, [isDone, kit, router])

  return (
    <Screen title={t('switchTitle')}>
      <Progress
        status={isDone ? 'done' : isFailed ? 'failed' : 'waiting'}
        picture={<Picture name={name} src={imageUrl(kit, networkId)} size={64} />}
        title={t(`${state}Title`, { network: name })}
        text={t(`${state}Text`)}
      />
      {(isFailed || state === 'slow') && <Button variant={isFailed ? 'primary' : 'secondary'} onClick={attempt.retry}>{t('retry')}</Button>}
    </Screen>
  )
}
