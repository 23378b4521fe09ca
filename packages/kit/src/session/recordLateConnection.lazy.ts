import type { Namespace } from '@latchkey/protocol/namespace'
import { connectorIdOf } from '../core/accounts/session.ts'
import type { Kit } from '../core/kit/kit.ts'
import { linkOf } from './links.ts'
import type { Connection } from '../core/accounts/session.ts'
import { accountOf } from '../core/kit/state.ts'
import { dispatch } from './dispatch.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Completes the connection of a phone that connected late, as `connect` does for one that connects
 * in time. While another wallet is in use, it only stores the new connection as a change that the
 * modal shows, because the account must not change while the visitor is using it.
 */
export function recordLateConnection(kit: Kit, namespace: Namespace, connection: Connection): void {
  const {
    connectorId,
    networkId,
    wallet = { id: connectorIdOf(connection.connectorId), name: 'WalletConnect' },
  } = connection
  const { store } = kit,
    { storage } = contextOf(kit)
  if (!accountOf(kit.getState())) store.setState({ namespace })
  if (accountOf(kit.getState())?.connectorId === connectorId) {
    storage.set('recent-connector', connectorId)
    storage.set('active-namespace', namespace)
  } else store.setState({ walletChange: { event: 'added', connection } })
  dispatch(kit, namespace, {
    type: 'connected',
    connectorId,
    wallet,
    isListed: true,
    method: linkOf(kit, namespace, connectorId)?.method ?? 'qrcode',
    networkId,
    isLate: true,
  })
}
