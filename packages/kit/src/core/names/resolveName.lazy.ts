import type { NetworkId } from '@latchkey/protocol/caip'
import { cleanName } from '../text/cleanName.ts'
import { facetOf } from '../accounts/facetOf.ts'
import type { Kit } from '../kit/kit.ts'
import { foreignPicture } from '../http/foreignPicture.ts'
import { lookUpElsewhere, type ResolvedName } from './lookUpElsewhere.ts'
import { lookUpName } from './lookUpName.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Resolves a name to an account by the site's API, then by the site's option `identity`. Cached for
 * five minutes. `unavailable` if the site has neither, and on a network for which names can have no
 * address: the address of the name on another network may have no owner there.
 * @param options.networkId the network of the address; without it, any network of the visitor's
 *   namespace
 * @throws KitError nameUnresolved, with the service's reason as `details`; requestAborted
 */
export async function resolveName(
  kit: Kit,
  name: string,
  { networkId, signal }: { networkId?: NetworkId; signal?: AbortSignal } = {},
): Promise<ResolvedName> {
  const { api, options } = contextOf(kit)
  const addresses = await facetOf(kit, networkId, 'addresses')
  if (!(api ?? options.identity) || !addresses.canBeNamed(networkId))
    return { status: 'unavailable' }
  const record = api && (await lookUpName(kit, api, name, { signal }))
  const resolved = record && addresses.readNamedAddress(record.addresses, networkId)
  // a name with invisible characters could look like another account's name
  if (!record || !resolved || cleanName(record.name) !== record.name)
    return options.identity
      ? lookUpElsewhere(kit, options.identity, name, { networkId, signal })
      : { status: 'nobody' }
  return {
    status: 'found',
    name: record.name,
    ...resolved,
    avatar: foreignPicture(record.attributes?.['avatar'], api?.apiUrl),
  }
}
