import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { useKit } from '../hooks/useKit.ts'
import { useRouter } from './router.ts'

/**
 * The namespace in which an account is to be connected, and the network that the visitor has chosen
 * in it; nothing where any will do.
 */
export type ConnectFor = { namespace?: Namespace; networkId?: NetworkId }

/**
 * What the Connect screen below this one was opened for. With `connectorId`: as far as that
 * connector has it.
 */
export function useConnectFor(connectorId?: string): ConnectFor {
  const kit = useKit()
  const { store } = useRouter()
  const [found] = store
    .getState()
    .stack.flatMap((route) => (route.view === 'Connect' && route.params ? [route.params] : []))
    .slice(-1)
  if (!found) return {}
  const isThere =
    connectorId === undefined ||
    kit
      .getState()
      .connectors.some(({ id, namespace }) => id === connectorId && namespace === found.namespace)
  return isThere ? found : {}
}
