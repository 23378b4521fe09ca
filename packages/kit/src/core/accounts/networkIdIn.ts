import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { kitError } from '../errors/errors.ts'
import type { Kit } from '../kit/kit.ts'
import { activeNetworkId } from '../kit/state.ts'
import { contextOf } from '../kit/context.ts'

/**
 * The current network of a namespace: the network of its wallet, else the one that the visitor
 * chose, else the first one in the site's `networks`.
 * @throws KitError connectionMissing for a namespace without a network
 */
export function networkIdIn(kit: Kit, namespace: Namespace): NetworkId {
  const context = contextOf(kit)
  const { getState } = kit
  const active = activeNetworkId({ ...getState(), namespace })
  const networkId = active.startsWith(`${namespace}:`)
    ? active
    : context.networks.find((network) => network.namespace === namespace)?.networkId
  if (!networkId) throw kitError('connectionMissing')
  return networkId
}
