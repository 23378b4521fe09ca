import type { NetworkId } from '@latchkey/protocol/caip'
import { profileAccount } from '@latchkey/protocol/profile'
import * as times from '@latchkey/protocol/times'
import { callApi } from '../../core/callApi.ts'
import { kitError } from '../../core/errors.ts'
import { facetOf } from '../../core/facetOf.ts'
import { KitError } from '../../core/KitError.ts'
import type { Kit } from '../../core/kit.ts'
import { strangePicture } from '../../core/strangePicture.ts'
import { cleanName } from '../cleanName.ts'

/** The account that a name belongs to. `avatar` is a `data:` URI or behind the operator's gateway. */
export type ResolvedName = { status: 'found'; name: string; address: string; avatar?: string } | { status: 'nobody' } | { status: 'unavailable' }

/**
 * Resolves a name to an account by the site's API, cached for five minutes. `unavailable` without an API, and on a network for which names can
 * have no address: the account's address on another network may belong to no account there.
 * @param options.networkId of the network that the address is for; without one, any of the visitor's namespace
 * @throws KitError nameUnresolved, with the service's reason as `details`; requestAborted
 */
export async function resolveName(kit: Kit, name: string, { networkId, signal }: { networkId?: NetworkId; signal?: AbortSignal } = {}): Promise<ResolvedName> {
  const { api, queries } = kit.context
  const addresses = await facetOf(kit, networkId, 'addresses')
  if (!api || !addresses.canBeNamed(networkId)) return { status: 'unavailable' }
  const { client } = await queries()
  // several callers may wait for one answer: an abort of one must not cancel it for the others
  const asked = client.fetchQuery({
    queryKey: ['name', name],
    staleTime: times.nameCache,
    networkMode: 'always',
    queryFn: () => callApi(api, profileAccount, { query: { name, apiVersion: '2' }, retries: 1 }),
  })
  const found = await asked.catch((cause: unknown) => {
    const { details, status } = KitError.is(cause) ? cause : {}
    throw kitError('nameUnresolved', { cause, details, status })
  })
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  if (Array.isArray(found)) return { status: 'nobody' }
  const address = addresses.readNamed(found.addresses, networkId)
  if (address === undefined) return { status: 'nobody' }
  return { status: 'found', name: cleanName(found.name) ?? name, address, avatar: strangePicture(found.attributes?.['avatar'], api.apiUrl) }
}
