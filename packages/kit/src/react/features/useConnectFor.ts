import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { useKit } from '../hooks/useKit.ts'
import { useRouter } from './router.ts'

/**
 * The namespace in which to connect an account, and the network of it that the visitor has chosen.
 * It is empty if any namespace is possible.
 */
export type ConnectFor = { namespace?: Namespace; networkId?: NetworkId }

/**
 * Returns for which namespace Connect was opened. With `connectorId`, a connector that connects
 * several namespaces at once, it is the active namespace where Connect names none: the visitor may
 * have chosen a network before. It is empty if that connector does not support the namespace.
 */
export function useConnectFor(connectorId?: string): ConnectFor {
  const kit = useKit()
  const { store } = useRouter()
  const [found] = store
    .getState()
    .stack.flatMap((route) => (route.view === 'Connect' && route.params ? [route.params] : []))
    .slice(-1)
  if (connectorId === undefined) return found ?? {}
  const { connectors, namespace: active } = kit.getState()
  const target: ConnectFor = found ?? { namespace: active }
  const isThere = connectors.some(
    ({ id, namespace }) => id === connectorId && namespace === target.namespace,
  )
  return isThere ? target : {}
}
