import { useKit } from './useKit.ts'

/** Disconnects the current wallet. The function @throws KitError disconnectFailed when the wallet could not be told. */
export function useDisconnect(): () => Promise<void> {
  const kit = useKit()
  return () => kit.disconnect()
}
