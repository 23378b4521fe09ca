import type { Kit } from '../core/kit/kit.ts'
import { accountOf, activeNetworkId } from '../core/kit/state.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Whether the wallet is on a network that the site lists, or that its options allow. Also true if
 * no wallet is connected.
 */
export function isOnNamedNetwork(kit: Kit): boolean {
  const { networks, options } = contextOf(kit)
  const state = kit.getState()
  const networkId = activeNetworkId(state)
  return (
    accountOf(state) === undefined ||
    options.allowUnsupportedChain === true ||
    networks.some((network) => network.networkId === networkId)
  )
}
