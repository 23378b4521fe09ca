import type { Kit } from '../core/kit/kit.ts'
import { accountOf, activeNetworkId } from '../core/kit/state.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Whether the site lists the wallet's network, or its options allow it. It is also true if no
 * wallet is connected.
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
