import { useKit } from './useKit.ts'

/**
 * Returns the function that disconnects the current wallet. It throws KitError disconnectFailed if
 * the wallet could not be notified.
 */
export function useDisconnect(): () => Promise<void> {
  const kit = useKit()
  return () => kit.disconnect()
}
