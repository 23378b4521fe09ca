import type { Namespace } from '@latchkey/protocol/namespace'
import { isSameAddress } from '@latchkey/protocol/address'
import type { Link } from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { accountOf } from '../core/kit/state.ts'
import type { Account } from '../core/kit/state.ts'
import { linkOf, setCurrent } from './links.ts'
import { namespaceConnectedTo } from './connectors.ts'
import { dispatch } from './dispatch.ts'

/**
 * Makes another of the connected wallets the current one, with its accounts and its network,
 * without a prompt. `address` selects one of its accounts.
 * @throws KitError providerDisconnected when that wallet is not connected, unauthorized for an
 *   account that it does not share, methodNotSupported where the wallet selects the account itself
 */
export async function switchConnection(
  kit: Kit,
  {
    connectorId,
    namespace: requestedNamespace,
    address,
  }: { connectorId: string; namespace?: Namespace; address?: string },
): Promise<Account> {
  const namespace = namespaceConnectedTo(kit, connectorId, requestedNamespace)
  if (!namespace) throw kitError('providerDisconnected')
  if (address !== undefined) selectAccount(linkOf(kit, namespace, connectorId), address)
  setCurrent(kit, namespace, connectorId)
  kit.store.setState({ namespace })
  dispatch(kit, namespace, {
    type: 'currentChosen',
    connectorId,
    ...(address !== undefined && { address }),
  })
  const account = accountOf(kit.getState())
  if (!account) throw kitError('providerDisconnected') // the wallet disconnected at the same moment
  return account
}

/** Selects an account of a wallet, unless it is the selected one already. */
function selectAccount(link: Link | undefined, address: string): void {
  const [selected] = link?.state().accounts ?? []
  if (!link || (selected && isSameAddress(selected.address, address))) return
  if (!link.selectAccount) throw kitError('methodNotSupported')
  link.selectAccount(address)
}
