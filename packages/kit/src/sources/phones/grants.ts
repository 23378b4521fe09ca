import { isNetworkId, parseAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Session } from '../walletconnect/session.ts'

type Granted = Pick<Session, 'namespaces'>

/**
 * The grants of a session in a namespace. Some wallets grant single chains of a namespace, which
 * are included (CAIP-217).
 */
const grantsIn = ({ namespaces }: Granted, namespace: Namespace) =>
  Object.entries(namespaces)
    .filter(([name]) => name === namespace || name.startsWith(`${namespace}:`))
    .map(([, grant]) => grant)

/** The networks that a wallet approved in a session. */
export function approvedNetworks(session: Granted, namespace: Namespace): readonly NetworkId[] {
  const all = grantsIn(session, namespace).flatMap(({ accounts, chains = [] }) => [
    ...accounts.map((accountId) => parseAccountId(accountId).networkId),
    ...chains,
  ])
  return [...new Set(all.filter(isNetworkId))].filter((id) => id.startsWith(`${namespace}:`))
}

/**
 * The addresses of a session on a network. If there are none, or no network is given, all addresses
 * of the namespace.
 */
export function addressesOf(
  session: Granted,
  namespace: Namespace,
  networkId?: NetworkId,
): readonly string[] {
  const accounts = grantsIn(session, namespace).flatMap((grant) =>
    grant.accounts.map((accountId) => parseAccountId(accountId)),
  )
  const onNetwork = accounts.filter((account) => account.networkId === networkId)
  return (onNetwork.length > 0 ? onNetwork : accounts).map(({ address }) => address)
}

/** The methods that a wallet approved in a namespace. */
export const methodsOf = (session: Granted, namespace: Namespace): readonly string[] =>
  grantsIn(session, namespace).flatMap(({ methods }) => methods)
