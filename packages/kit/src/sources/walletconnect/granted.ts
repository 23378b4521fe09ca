import { kitError } from '../../core/errors/errors.ts'
import type { RequestedNamespaces, Session, SessionNamespaces } from './session.ts'

/**
 * Refuses a request that the wallet of a session has not granted, before it is sent.
 * @throws KitError chainDisconnected for a network that the session does not contain, unauthorized
 *   for a method that is not granted on that network
 */
export function expectGranted({ namespaces }: Session, networkId: string, method: string): void {
  const grants = grantsOn(namespaces, networkId)
  if (grants.length === 0) throw kitError('chainDisconnected', { details: networkId })
  if (!grants.some(({ methods }) => methods.includes(method)))
    throw kitError('unauthorized', { details: method })
}

/** Whether a wallet granted every chain, method and event that the site requires. */
export function includesAll(namespaces: SessionNamespaces, required: RequestedNamespaces): boolean {
  return Object.values(required).every(({ chains, methods, events }) =>
    chains.every((chain) => {
      const grants = grantsOn(namespaces, chain)
      return (
        grants.length > 0 &&
        methods.every((method) => grants.some((grant) => grant.methods.includes(method))) &&
        events.every((event) => grants.some((grant) => grant.events.includes(event)))
      )
    }),
  )
}

/**
 * The grants that apply on a network. A grant of the network itself applies (CAIP-217). A grant of
 * its namespace applies if one of the grant's accounts or chains is on the network.
 */
function grantsOn(
  namespaces: SessionNamespaces,
  networkId: string,
): readonly SessionNamespaces[string][] {
  return Object.entries(namespaces).flatMap(([name, grant]) => {
    const isOnNetwork =
      grant.chains?.includes(networkId) ||
      grant.accounts.some((account) => account.startsWith(`${networkId}:`))
    return name === networkId || (networkId.startsWith(`${name}:`) && isOnNetwork) ? [grant] : []
  })
}
