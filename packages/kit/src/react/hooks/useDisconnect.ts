import { useKit } from './useKit.ts'

/**
 * Disconnects the current wallet. The function throws a KitError disconnectFailed if the wallet
 * could not be notified.
 */
export function useDisconnect(): () => Promise<void> {
  const kit = useKit()
  return () => kit.disconnect()
}
