import type { DisconnectParameters } from '../../core/kit/kit.ts'
import { connectionsOf } from '../../core/accounts/session.ts'
import { showToast } from '../../core/kit/toast.ts'
import { connectedWallets } from '../../core/accounts/connectedWallets.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { useKit } from './useKit.ts'
import { messages } from '../modal/messages.ts'

/**
 * Returns the function that disconnects a wallet when the visitor presses a button. If no other
 * wallet is connected, the modal closes; otherwise a toast confirms it. If the wallet could not be
 * notified, the modal stays open and says so; the kit disconnects the wallet in any case. `name` is
 * for the toast, if it is not the current wallet.
 */
export function useLeave(): (
  target?: Omit<DisconnectParameters, 'signal'>,
  name?: string,
) => Promise<void> {
  const t = useMessages(messages)
  const kit = useKit()
  return async (target, name) => {
    const wallet =
      name ?? connectedWallets(kit.getState()).find(({ isCurrent }) => isCurrent)?.name ?? ''
    try {
      await kit.disconnect(target)
    } catch {
      return showToast(kit, { message: 'disconnectFailed', variant: 'error' })
    }
    const isAnyConnected = Object.values(kit.getState().sessions).some(
      (session) => connectionsOf(session).length > 0,
    )
    if (isAnyConnected)
      showToast(kit, { message: { text: t('left', { wallet }) }, variant: 'success' })
    else kit.close()
  }
}
