import type { Namespace } from '@latchkey/protocol/namespace'
import { readDevice } from '../../../core/page/device.ts'
import { isListed } from '../../../domains/wallets/isListed.ts'
import { recentWallets } from '../../../domains/wallets/recentWallets.ts'
import { isHere, visibleConnectors } from '../../../domains/wallets/visibleConnectors.ts'
import { asOwn } from '../../../domains/wallets/catalogue/walletsQuery.lazy.ts'
import {
  identityOfConnector,
  identityOfWallet,
  isSameApp,
  isSameWallet,
} from '../../../domains/wallets/walletIdentity.ts'
import type { ConnectedWallet } from '../../../core/accounts/connectedWallets.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton, Tag } from '@latchkey/ui/Row.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Recently used wallets that are not connected and work on this device. A press connects one again.
 */
export function Recents({
  connected,
  namespace,
}: {
  connected: readonly ConnectedWallet[]
  namespace: Namespace
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const { storage, options, api } = contextOf(kit)
  const router = useRouter()
  const all = useKitState((state) => state.connectors)
  const connectors = visibleConnectors(all, readDevice()).filter(
    (connector) => connector.namespace === namespace,
  )
  const hasPhones = connectors.some(({ type }) => type === 'walletConnect')

  const isWanted = isListed(options)
  const recents =
    options.enableWallets === false ? [] : asOwn(kit, recentWallets(storage, api?.apiUrl))
  const rows = recents.flatMap((wallet) => {
    const connector = connectors.find(
      (connector) =>
        isHere(connector) && isSameWallet(identityOfConnector(connector), identityOfWallet(wallet)),
    )
    if (
      !isWanted(
        wallet,
        ...[connector, wallet.rdns && { id: wallet.rdns, name: wallet.name }].flatMap(
          (connector) => connector || [],
        ),
      )
    )
      return []
    if (connector && connected.some(({ connectorId }) => connectorId === connector.id)) return []
    if (connector)
      return [
        {
          ...wallet,
          icon: connector.icon ?? wallet.image_url,
          open: () => router.push('ConnectingExternal', { connectorId: connector.id, namespace }),
        },
      ]
    if (connected.some((entry) => entry.wallet && isSameApp(entry.wallet, wallet))) return []
    const isApp = Boolean(wallet.mobile_link ?? wallet.link_mode)
    return isApp && hasPhones
      ? [
          {
            ...wallet,
            icon: wallet.image_url,
            open: () => router.push('ConnectingWalletConnect', { wallet }),
          },
        ]
      : []
  })
  if (rows.length === 0) return null
  return (
    <ul className="stack" aria-label={t('recents')}>
      {rows.map(({ id, name, icon, open }) => (
        <li key={id}>
          <RowButton
            icon={<Picture name={name} src={icon} />}
            title={name}
            end={<Tag>{t('recent')}</Tag>}
            onClick={open}
          />
        </li>
      ))}
    </ul>
  )
}
