import type { NetworkId } from '@latchkey/protocol/caip'
import { contextOf } from '../kit/context.ts'
import type { Kit } from '../kit/kit.ts'
import { namespaceIn } from './facetOf.ts'

/**
 * The network that has the coins of a network's accounts: the network itself, unless its chain says
 * that it is another. The site may not list that one.
 */
export function coinNetworkOf(kit: Kit, networkId: NetworkId): NetworkId {
  const namespace = namespaceIn(kit, networkId)
  const adapter = contextOf(kit).adapters.find((candidate) => candidate.namespace === namespace)
  return adapter?.coinsOn?.(networkId) ?? networkId
}

/** Whether the accounts of a network have their coins on it. */
export const hasCoins = (kit: Kit, networkId: NetworkId): boolean =>
  coinNetworkOf(kit, networkId) === networkId
