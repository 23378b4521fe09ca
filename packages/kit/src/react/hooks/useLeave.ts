import type { DisconnectParameters } from '../../core/kit/kit.ts'
import { connectionsOf } from '../../core/accounts/session.ts'
import { showToast } from '../../core/kit/toast.ts'
import { connectedWallets } from '../../core/accounts/connectedWallets.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { useKit } from './useKit.ts'
import { messages } from '../modal/messages.ts'

/**
 * Disconnects a wallet after the press of a button. The modal closes if no wallet is left;
 * otherwise a toast reports it. If the wallet could not be notified, the modal stays open to show
 * this; the wallet is disconnected here in any case. `name` is the name of a wallet that is not the
 * current one.
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
