import { addressKey } from '@latchkey/protocol/address'
import type { Namespace } from '@latchkey/protocol/namespace'
import { useRef } from 'react'
import { showToast } from '../../../core/kit/toast.ts'
import type { ConnectedWallet } from '../../../core/accounts/connectedWallets.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useLeave } from '../../hooks/useLeave.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { Recents } from './Recents.tsx'
import { accountRows, withUniqueLabels } from './withUniqueLabels.ts'
import type { ListedWallet } from './withUniqueLabels.ts'
import { WalletItem } from './WalletItem.tsx'

type Props = {
  /** The connected wallets of all namespaces. */
  wallets: readonly ConnectedWallet[]
  /** The shown namespace. */
  namespace: Namespace
}

/**
 * The wallets of a namespace: first the connected wallets, to use or to disconnect, then recent
 * wallets, to connect again.
 */
export function Wallets({ wallets, namespace }: Props) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const leave = useLeave()
  const list = useRef<HTMLUListElement>(null)
  const own = wallets.filter((wallet) => wallet.namespace === namespace)
  const connected = withUniqueLabels(accountRows(own))
  const isFirstOf = (wallet: ListedWallet) =>
    connected.find(({ connectorId }) => connectorId === wallet.connectorId) === wallet

  async function choose({ connectorId, label, isCurrent, isSelectable, accounts }: ListedWallet) {
    if (isCurrent) return router.reset('Account')
    const [account] = isSelectable ? accounts : []
    await kit
      .switchConnection({ connectorId, namespace, ...(account && { address: account.address }) })
      .then(
        () =>
          showToast(kit, { message: { text: t('inUse', { wallet: label }) }, variant: 'success' }),
        () => {}, // the wallet was just disconnected; the list shows that
      )
  }

  /**
   * Disconnects a wallet. Its row disappears, so the focus moves to the first remaining row, or
   * else to the tab.
   */
  async function remove({ connectorId, label, title, isSelectable }: ListedWallet) {
    const body = list.current?.closest('.screen-body')
    await leave({ connectorId, namespace }, isSelectable ? title : label)
    const next =
      list.current?.querySelector('button') ?? body?.querySelector('[aria-selected=true]')
    if (next instanceof HTMLElement) next.focus()
  }

  return (
    <>
      {connected.length === 0 && <p className="help">{t('none')}</p>}
      {connected.length > 0 && (
        <ul className="stack" aria-label={t('connected')} ref={list}>
          {connected.map((wallet) => (
            <li key={rowKeyOf(wallet)}>
              <WalletItem
                wallet={wallet}
                onChoose={() => void choose(wallet)}
                onRemove={
                  wallets.length < 2 || !isFirstOf(wallet) ? undefined : () => void remove(wallet)
                }
              />
            </li>
          ))}
        </ul>
      )}
      <Recents connected={connected} namespace={namespace} />
    </>
  )
}

/** The key of a row: of an account where the site selects the account, else of a wallet. */
const rowKeyOf = ({ connectorId, isSelectable, accounts: [account] }: ListedWallet): string =>
  isSelectable ? `${connectorId} ${addressKey(account?.address ?? '')}` : connectorId
