import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { adapterOf } from './adapterOf.ts'
import { kitError } from '../errors/errors.ts'
import type { Facets } from '../contracts/facets/facets.ts'
import type { Kit } from '../kit/kit.ts'
import { contextOf } from '../kit/context.ts'

/**
 * A facet of a network's chain: abilities beyond its adapter's own members. Without a network: the
 * facet of the active namespace's chain.
 * @throws KitError connectionMissing for a namespace without an adapter, actionNotAllowed where its
 *   chain lacks the facet, httpFailed or offline when its code does not load
 */
export async function facetOf<name extends keyof Facets>(
  kit: Kit,
  networkId: NetworkId | undefined,
  name: name,
): Promise<Facets[name]> {
  const facet = await adapterOf(kit, namespaceIn(kit, networkId)).load(name)
  if (!facet) throw kitError('actionNotAllowed', { details: `This network has no ${name}.` })
  return facet
}

/** Whether the chain of a network has a facet. */
export function hasFacet(kit: Kit, networkId: NetworkId, name: keyof Facets): boolean {
  const namespace = namespaceIn(kit, networkId)
  return contextOf(kit).adapters.some(
    (adapter) => adapter.namespace === namespace && adapter.facets.includes(name),
  )
}

/** The namespace of a network; without a network the active one. */
export function namespaceIn(kit: Kit, networkId: NetworkId | undefined): Namespace {
  // a network id begins with its namespace
  return networkId === undefined ? kit.getState().namespace : (networkId.split(':')[0] as Namespace)
}
