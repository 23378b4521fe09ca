import type { ApiContext } from '../../core/http/callApi.ts'
import { connectorIdOf } from '../../core/accounts/session.ts'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf, hasFacet } from '../../core/accounts/facetOf.ts'
import type { NamedAccount } from '../../core/contracts/facets/addresses.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf, activeNetworkId } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The account of a new name, and the API that registers it. */
export type Registrant = { account: Account; namedAccount: NamedAccount; api: ApiContext }

/**
 * The current account, if it may register names. There are four conditions:
 * - The account's network is one of the site's networks.
 * - The account's wallet is one with a login, such as the e-mail wallet.
 * - The site has an API.
 * - Names can have addresses on the account's network.
 * @throws KitError networkNotFound, addressOrConnectorMissing, actionNotAllowed
 */
export async function readRegistrant(kit: Kit): Promise<Registrant> {
  const { api, networks } = contextOf(kit)
  const state = kit.getState()
  const networkId = activeNetworkId(state)
  if (!networks.some((network) => network.networkId === networkId))
    throw kitError('networkNotFound')
  const account = accountOf(state)
  const connector =
    account &&
    state.connectors.find(
      ({ id, namespace }) =>
        id === connectorIdOf(account.connectorId) && namespace === account.namespace,
    )
  if (!account || connector?.type !== 'auth') throw kitError('addressOrConnectorMissing')
  if (!api) throw kitError('actionNotAllowed', { details: 'The site has no API.' })
  const namedAccount = hasFacet(kit, networkId, 'addresses')
    ? await (await facetOf(kit, networkId, 'addresses')).toNamedAccount(account.address, networkId)
    : undefined
  if (!namedAccount)
    throw kitError('actionNotAllowed', { details: 'Names have no addresses on this network.' })
  return { account, namedAccount, api }
}
