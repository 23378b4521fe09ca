import type { Namespace } from '@latchkey/protocol/namespace'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { accountOf } from '../core/kit/state.ts'
import type { Account } from '../core/kit/state.ts'
import { setCurrent } from './links.ts'
import { namespaceConnectedTo } from './connectors.ts'
import { dispatch } from './dispatch.ts'

/**
 * Makes another of the connected wallets the current one, with its accounts and its network,
 * without a prompt.
 * @throws KitError providerDisconnected when that wallet is not connected
 */
export async function switchConnection(
  kit: Kit,
  { connectorId, namespace: requestedNamespace }: { connectorId: string; namespace?: Namespace },
): Promise<Account> {
  const namespace = namespaceConnectedTo(kit, connectorId, requestedNamespace)
  if (!namespace) throw kitError('providerDisconnected')
  setCurrent(kit, namespace, connectorId)
  kit.store.setState({ namespace })
  dispatch(kit, namespace, { type: 'currentChosen', connectorId })
  const account = accountOf(kit.getState())
  if (!account) throw kitError('providerDisconnected') // the wallet disconnected at the same moment
  return account
}
