import type { Namespace } from '@latchkey/protocol/namespace'
import { connectorIdOf } from '../../core/connectorId.ts'
import type { Kit } from '../../core/kit.ts'
import { linkOf } from '../../core/linkOf.ts'
import type { Connection } from '../../core/session.ts'
import { accountOf } from '../../core/state.ts'
import { track } from '../../core/track.ts'
import { resumeTransactions } from '../resumeTransactions.ts'
import { rememberRecent } from '../sessions.ts'

/**
 * Does for a phone that came late what `connect` does for one that is waited for, and keeps as news that it came where another
 * wallet is in use: an account is never changed under a visitor's hands.
 */
export function welcome(kit: Kit, namespace: Namespace, connection: Connection): void {
  const { connectorId, networkId, wallet = { id: connectorIdOf(connection.connectorId), name: 'WalletConnect' } } = connection
  const { store, context: { storage } } = kit
  if (!accountOf(kit.getState())) store.setState({ namespace })
  if (accountOf(kit.getState())?.connectorId === connectorId) {
    storage.set('recent-connector', connectorId)
    storage.set('active-namespace', namespace)
  } else store.setState({ news: { event: 'came', connection } })
  rememberRecent(kit, wallet)
  track(kit, { name: 'connectSuccess', wallet: wallet.name, walletId: wallet.id, method: linkOf(kit, namespace, connectorId)?.method ?? 'qrcode', namespace, networkId })
  resumeTransactions(kit)
}
