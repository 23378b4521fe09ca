import type { Namespace } from '@latchkey/protocol/namespace'
import { readDevice } from '../../../core/page/device.ts'
import { isListed } from '../../../domains/wallets/isListed.ts'
import { recentWallets } from '../../../domains/wallets/recentWallets.ts'
import { isHere, visibleConnectors } from '../../../domains/wallets/visibleConnectors.ts'
import { asOwn } from '../../../domains/wallets/walletsQuery.lazy.ts'
import {
  identityOfConnector,
  identityOfWallet,
  isSameApp,
  isSameWallet,
} from '../../../domains/wallets/walletIdentity.ts'
import type { Wallet } from '../../../core/contracts/wallet.ts'
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
 * Recently used wallets that work on this device and are not connected. A press connects a wallet
 * again.
 */
export function Recents(props: { connected: readonly ConnectedWallet[]; namespace: Namespace }) {
  const t = useMessages(messages)
  const rows = useRecents(props)
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

type Row = { id: string; name: string; icon: string | undefined; open: () => void }

/**
 * Returns the rows of the wallets that were used before. A press opens a wallet of this browser, or
 * the code for an app on a phone.
 */
function useRecents({
  connected,
  namespace,
}: {
  connected: readonly ConnectedWallet[]
  namespace: Namespace
}): readonly Row[] {
  const kit = useKit()
  const { storage, options, api } = contextOf(kit)
  const router = useRouter()
  const all = useKitState((state) => state.connectors)
  const connectors = visibleConnectors(all, readDevice()).filter(
    (connector) => connector.namespace === namespace,
  )
  const hasPhones = connectors.some(({ type }) => type === 'walletConnect')
  const isWanted = isListed(options)

  function rowOf(wallet: Wallet): Row | undefined {
    const { id, name } = wallet
    const connector = connectors.find(
      (connector) =>
        isHere(connector) && isSameWallet(identityOfConnector(connector), identityOfWallet(wallet)),
    )
    const forms = [connector, wallet.rdns && { id: wallet.rdns, name }]
    if (!isWanted(wallet, ...forms.flatMap((form) => form || []))) return undefined
    if (connector)
      return connected.some(({ connectorId }) => connectorId === connector.id)
        ? undefined
        : {
            id,
            name,
            icon: connector.icon ?? wallet.image_url,
            open: () => router.push('ConnectingExternal', { connectorId: connector.id, namespace }),
          }
    if (connected.some((entry) => entry.wallet && isSameApp(entry.wallet, wallet))) return undefined
    const isApp = Boolean(wallet.mobile_link ?? wallet.link_mode)
    return isApp && hasPhones
      ? {
          id,
          name,
          icon: wallet.image_url,
          open: () => router.push('ConnectingWalletConnect', { wallet }),
        }
      : undefined
  }

  const recents =
    options.enableWallets === false ? [] : asOwn(kit, recentWallets(storage, api?.apiUrl))
  return recents.flatMap((wallet) => rowOf(wallet) ?? [])
}
