import type { NetworkId } from '@latchkey/protocol/caip'
import { contextOf } from '../kit/context.ts'
import type { Kit } from '../kit/kit.ts'

/**
 * The network that has the coins of a network's accounts: the network itself, unless its chain says
 * that it is another. The site may not list that one.
 */
export function coinNetworkOf(kit: Kit, networkId: NetworkId): NetworkId {
  // not by `facetOf.ts`, which the first load would fetch with more
  const adapter = contextOf(kit).adapters.find(({ namespace }) =>
    networkId.startsWith(`${namespace}:`),
  )
  return adapter?.coinsOn?.(networkId) ?? networkId
}

/** Whether the accounts of a network have their coins on it. */
export const hasCoins = (kit: Kit, networkId: NetworkId): boolean =>
  coinNetworkOf(kit, networkId) === networkId
