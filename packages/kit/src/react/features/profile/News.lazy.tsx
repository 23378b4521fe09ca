import { useEffect } from 'react'
import { accountOf } from '../../../core/kit/state.ts'
import { showToast } from '../../../core/kit/toast.ts'
import { connectedWallets, nameOf } from '../../../core/accounts/connectedWallets.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { messages } from './messages.ts'

/**
 * Shows a toast about a change that a wallet made by itself, if the change still holds. While the
 * modal is closed, the toast waits until it opens: toasts belong to the modal, and the page belongs
 * to the site.
 */
export default function News() {
  const t = useMessages(messages)
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  const change = useKitState((state) => state.walletChange)
  useEffect(() => {
    if (!isOpen || !change) return
    kit.store.setState({ walletChange: undefined })
    const state = kit.getState()
    const account = accountOf(state)
    const { event, connection } = change
    const wallet = nameOf(connection, state.connectors)
    const there = connectedWallets(state).find(
      ({ connectorId }) => connectorId === connection.connectorId,
    )
    if (event === 'added' && there && !there.isCurrent)
      showToast(kit, { message: { text: t('joined', { wallet }) }, variant: 'success' })
    if (event === 'removed' && account && !there)
      showToast(kit, {
        message: { text: t('replaced', { wallet, account: truncateAddress(account.address) }) },
      })
  }, [kit, isOpen, change]) // oxlint-disable-line react/exhaustive-deps -- a new language must not repeat the toast
  return null
}
