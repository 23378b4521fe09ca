import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { cleanName } from '../text/cleanName.ts'
import { kitError } from '../errors/errors.ts'
import { facetOf } from '../accounts/facetOf.ts'
import type { IdentitySource } from '../contracts/identitySource.ts'
import type { Kit } from '../kit/kit.ts'
import { nameKey } from './lookUpName.ts'
import { contextOf } from '../kit/context.ts'

/**
 * The account that a name belongs to. `avatar` is a `data:` URI, or a URL of the operator's
 * gateway. `isBorrowed`: the name has no address for this network, and `address` is its address on
 * another network.
 */
export type ResolvedName =
  | { status: 'found'; name: string; address: string; isBorrowed: boolean; avatar?: string }
  | { status: 'nobody' }
  | { status: 'unavailable' }

/**
 * Resolves a name by the site's own source of names, not by the API. Cached for five minutes.
 * @throws KitError nameUnresolved, requestAborted
 */
export async function lookUpElsewhere(
  kit: Kit,
  source: IdentitySource,
  name: string,
  { networkId, signal }: { networkId?: NetworkId; signal?: AbortSignal },
): Promise<ResolvedName> {
  const [{ client }, addresses] = await Promise.all([
    contextOf(kit).queries(),
    facetOf(kit, networkId, 'addresses'),
  ])
  const request = client.fetchQuery({
    queryKey: [...nameKey(name), networkId],
    staleTime: times.nameCache,
    networkMode: 'always',
    // The lookup gets no signal, because several callers may wait for its answer. It results in
    // null instead of undefined, which a query must not return.
    queryFn: async () => (await source.lookUp(kit, { name, networkId })) ?? null,
  })
  const found = await request.catch((cause: unknown) => {
    throw kitError('nameUnresolved', { cause })
  })
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  const resolved = found && addresses.readNamedAddress(found.addresses, networkId)
  return resolved
    ? { status: 'found', name: cleanName(found.name) ?? name, ...resolved }
    : { status: 'nobody' }
}
