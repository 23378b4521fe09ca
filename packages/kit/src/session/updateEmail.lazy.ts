import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import type { WalletUser } from '../core/accounts/session.ts'
import { findConnector } from './connectors.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Opens the settings of the connected wallet with login, at the change of the e-mail address.
 * Resolves when the visitor closes them, with the user that the wallet then reports.
 * @throws KitError addressOrConnectorMissing while no such wallet is connected, userRejected,
 *   requestAborted …
 */
export async function updateEmail(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<WalletUser> {
  const links = [...contextOf(kit).links.all.values()].map(({ link }) => link)
  const link = links.find(
    ({ connectorId, namespace, openSettings }) =>
      openSettings && findConnector(kit, connectorId, namespace)?.type === 'auth',
  )
  if (!link?.openSettings) throw kitError('addressOrConnectorMissing')
  await link.openSettings({ place: 'email', ...(signal && { signal }) })
  return link.state().user ?? {}
}
