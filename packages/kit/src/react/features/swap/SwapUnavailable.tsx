import type { NetworkId } from '@latchkey/protocol/caip'
import { KitError } from '../../../core/errors/KitError.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOnline } from '../../hooks/useOnline.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import type { RequestedTokensState } from './useRequestedTokens.ts'
import type { SwapTokens } from './useSwapTokens.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Shown instead of the form while the tokens that the site requested are looked up. It stays if
 * they do not exist, if they are on another network, or if the service cannot be reached.
 */
export function SwapUnavailable({
  requested,
  listed: { error, network, networkId, refetch },
}: {
  requested: RequestedTokensState
  listed: SwapTokens
}) {
  const t = useMessages(messages)
  const name = network?.name ?? networkId
  return (
    <Screen title={t('title')}>
      {requested.status === 'elsewhere' ? (
        <OtherNetworkNotice networkId={requested.networkId} />
      ) : error ? (
        <ServiceUnavailable error={error} network={name} retry={refetch} />
      ) : requested.status === 'failed' ? (
        <ServiceUnavailable error={requested.error} network={name} retry={requested.retry} />
      ) : requested.status === 'missing' ? (
        <Notice
          icon="search"
          title={t('tokenMissing')}
          action={<Button onClick={requested.skip}>{t('select')}</Button>}
        >
          {t('tokenMissingText', { address: requested.address, network: name })}
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

/** The notice that the requested swap is on another network than the wallet. */
function OtherNetworkNotice({ networkId }: { networkId: NetworkId }) {
  const t = useMessages(messages)
  const router = useRouter()
  const { options, networks } = contextOf(useKit())
  const network =
    networks.find((network) => network.networkId === networkId)?.network.name ?? networkId
  const switchNetwork = () => router.push('SwitchNetwork', { networkId, goesBack: true })
  return (
    <Notice
      icon="info"
      title={t('elsewhere', { network })}
      action={
        options.enableNetworkSwitch !== false && (
          <Button variant="primary" onClick={switchNetwork}>
            {t('changeNetwork', { network })}
          </Button>
        )
      }
    />
  )
}

/**
 * Says why a swap is impossible here: the service does not support the network, or cannot be
 * reached.
 */
function ServiceUnavailable({
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
