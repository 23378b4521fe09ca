import type { NetworkId } from '@latchkey/protocol/caip'
import { KitError } from '../../../core/KitError.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRow } from '../../ui/Row.tsx'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import type { AskedState } from './useAsked.ts'
import type { useSwapTokens } from './useSwapTokens.ts'

/**
 * In place of the form: what the site asks for is looked for, is not there or on another network,
 * or the service is out of reach.
 */
export function Unready({
  asked,
  listed: { error, network, networkId, refetch },
}: {
  asked: AskedState
  listed: ReturnType<typeof useSwapTokens>
}) {
  const t = useMessages(messages)
  const name = network?.name ?? networkId
  return (
    <Screen title={t('title')}>
      {asked.status === 'elsewhere' ? (
        <Elsewhere networkId={asked.networkId} />
      ) : error ? (
        <OutOfReach error={error} network={name} retry={refetch} />
      ) : asked.status === 'failed' ? (
        <OutOfReach error={asked.error} network={name} retry={asked.retry} />
      ) : asked.status === 'missing' ? (
        <Notice
          icon="search"
          title={t('tokenMissing')}
          action={<Button onClick={asked.leave}>{t('select')}</Button>}
        >
          {t('tokenMissingText', { address: asked.address, network: name })}
        </Notice>
      ) : (
        <div aria-busy="true">
          <SkeletonRow plain />
          <SkeletonRow plain />
        </div>
      )}
    </Screen>
  )
}

/** The swap is on another network than the wallet. */
function Elsewhere({ networkId }: { networkId: NetworkId }) {
  const t = useMessages(messages)
  const router = useRouter()
  const { options, networks } = useKit().context
  const network = networks.find((one) => one.networkId === networkId)?.network.name ?? networkId
  const change = () => router.push('SwitchNetwork', { networkId, leadsBack: true })
  return (
    <Notice
      icon="info"
      title={t('elsewhere', { network })}
      action={
        options.enableNetworkSwitch !== false && (
          <Button variant="primary" onClick={change}>
            {t('changeNetwork', { network })}
          </Button>
        )
      }
    />
  )
}

/** Why nothing can be swapped here: the network is not served, or the service is out of reach. */
function OutOfReach({
  error,
  network,
  retry,
}: {
  error: Error
  network: string
  retry: () => void
}) {
  const t = useMessages(messages)
  const common = useMessages(modalMessages)
  const router = useRouter()
  const isOnline = useOnline()
  if (KitError.is(error, 'swapsUnsupported'))
    return (
      <Notice
        icon="info"
        title={t('unsupported')}
        action={<Button onClick={() => router.push('Networks')}>{t('otherNetwork')}</Button>}
      >
        {t('unsupportedText', { network })}
      </Notice>
    )
  return (
    <Notice
      icon="warning"
      title={t(isOnline ? 'outOfReach' : 'offline')}
      action={<Button onClick={retry}>{common('retry')}</Button>}
    >
      {t('outOfReachText')}
    </Notice>
  )
}
