import type { NetworkId } from '@latchkey/protocol/caip'
import { connectionsOf, disconnected } from '../../../core/accounts/session.ts'
import { useKitState } from '../../hooks/useKitState.ts'

/**
 * Returns a function that tells whether the current wallet can switch to a network. A wallet on a
 * phone that does not support requests to switch can only use the networks that it approved.
 */
export function useReachable(): (networkId: NetworkId) => boolean {
  const sessions = useKitState((state) => state.sessions)
  const namespaceOf = (networkId: NetworkId) => networkId.split(':')[0]
  return (networkId) =>
    Object.values(sessions).every((session = disconnected) => {
      const [current] = connectionsOf(session)
      return (
        !current?.networkIds ||
        namespaceOf(current.networkId) !== namespaceOf(networkId) ||
        current.networkIds.includes(networkId)
      )
    })
}
