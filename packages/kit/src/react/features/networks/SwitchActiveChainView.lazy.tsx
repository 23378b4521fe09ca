import { namespaceNames } from '@latchkey/protocol/namespace'
import { readDevice } from '../../../core/page/device.ts'
import { listedConnectors } from '../../../domains/wallets/listedConnectors.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useRouter } from '../router.ts'
import type { NetworkViews } from './index.ts'
import { messages } from './messages.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Shown after the visitor chose a network whose namespace has no connected wallet. It lists the
 * wallets of this browser that support the namespace and that the site offers. The wallet that is
 * connected in the other namespace comes first. The other methods to connect follow.
 */
export default function SwitchActiveChainView({
  params: { networkId },
}: {
  params: NetworkViews['SwitchActiveChain']
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const current = useCurrentWallet()?.name
  const target = contextOf(kit).networks.find((network) => network.networkId === networkId)
  const connectors = useKitState((state) => state.connectors)
  const own = listedConnectors(connectors, contextOf(kit).options, readDevice()).filter(
    ({ namespace, type }) => namespace === target?.namespace && type === 'injected',
  )
  const wallets = [...own].sort((a, b) => Number(b.name === current) - Number(a.name === current))
  const network = target ? namespaceNames[target.namespace] : networkId

  return (
    <Screen title={t('otherTitle', { network })}>
      <p className="help">{t('otherText', { network })}</p>
      {wallets.length > 0 ? (
        <ul className="stack" aria-label={t('otherWallets', { network })}>
          {wallets.map(({ id, name, icon, namespace }) => (
            <li key={id}>
              <RowButton
                icon={<Picture name={name} src={icon} />}
                title={name}
                onClick={() =>
                  router.push('ConnectingExternal', { connectorId: id, namespace, networkId })
                }
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="help">{t('otherNone')}</p>
      )}
      <Button
        onClick={() => router.push('Connect', target && { namespace: target.namespace, networkId })}
      >
        {t('otherWays')}
      </Button>
    </Screen>
  )
}
