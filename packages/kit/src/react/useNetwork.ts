import type { NetworkId } from '@latchkey/protocol/caip'
import { KitError } from '../core/KitError.ts'
import type { Kit } from '../core/kit.ts'
import type { Network } from '../core/network.ts'
import { activeNetworkId } from '../core/state.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'

/** Where the visitor stands; `network` is undefined when the wallet is on one that the site does not name. */
export type NetworkStatus = {
  /** CAIP-2 id. */
  networkId: NetworkId
  network: Network | undefined
  isSupported: boolean
  /** All the site names, in its order. */
  networks: readonly { networkId: NetworkId; network: Network }[]
  /** Changes the network, in the wallet too. Takes the CAIP-2 id of one of `networks`, `eip155:8453` for example. @throws KitError userRejected, networkNotFound, … */
  switchNetwork(networkId: NetworkId | string): Promise<void>
}

/** The network of the wallet, or the chosen one while nobody is connected. */
export function useNetwork(): NetworkStatus {
  const kit = useKit()
  const networkId = useKitState(activeNetworkId)
  const { networks } = kit.context
  const network = networks.find((one) => one.networkId === networkId)?.network
  return { networkId, network, isSupported: network !== undefined, networks, switchNetwork: (target) => switchTo(kit, target) }
}

/** Changes the network. The words for a network that there is not are fetched then: no visitor needs them. */
async function switchTo(kit: Kit, networkId: string): Promise<void> {
  try {
    await kit.switchNetwork({ networkId })
  } catch (error) {
    const words = KitError.is(error, 'networkNotFound') ? await import('../core/networkNotFound.ts').catch(() => undefined) : undefined // the bare error does
    throw words ? words.networkNotFound(networkId, kit.context.networks) : error
  }
}
