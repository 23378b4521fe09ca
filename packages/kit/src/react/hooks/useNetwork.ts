import type { NetworkId } from '@latchkey/protocol/caip'
import type { Network } from '../../core/contracts/network.ts'
import { activeNetworkId } from '../../core/kit/state.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The visitor's network. `network` is undefined if the site does not list the wallet's network. */
export type NetworkStatus = {
  /** CAIP-2 id. */
  networkId: NetworkId
  network: Network | undefined
  isSupported: boolean
  /** All networks of the site, in its order. */
  networks: readonly { networkId: NetworkId; network: Network }[]
  /**
   * Switches the network, also in the wallet. It takes the CAIP-2 id of one of `networks`, such as
   * `eip155:8453`.
   * @throws KitError userRejected, networkNotFound, …
   */
  switchNetwork(networkId: NetworkId | string): Promise<void>
}

/**
 * Returns the wallet's network. While no wallet is connected, it is the network that the visitor
 * has chosen.
 */
export function useNetwork(): NetworkStatus {
  const kit = useKit()
  const networkId = useKitState(activeNetworkId)
  const { networks } = contextOf(kit)
  const network = networks.find((network) => network.networkId === networkId)?.network
  return {
    networkId,
    network,
    isSupported: network !== undefined,
    networks,
    switchNetwork: (target) => kit.switchNetwork({ networkId: target }),
  }
}
