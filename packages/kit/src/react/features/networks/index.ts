import type { NetworkId } from '@latchkey/protocol/caip'
import type { Feature } from '../../modal/feature.ts'

export type NetworkViews = {
  Networks: undefined
  SwitchNetwork: { networkId: NetworkId }
  UnsupportedChain: undefined
}

/** Choosing a network, and a way out of one that the site does not know. */
export const networks: Feature<NetworkViews> = {
  id: 'networks',
  views: {
    Networks: { load: () => import('./NetworksView.tsx'), isForAnybody: true },
    SwitchNetwork: { load: () => import('./SwitchNetworkView.tsx'), isWayOut: true },
    UnsupportedChain: { load: () => import('./UnsupportedChainView.tsx'), isClosable: false, isWayOut: true },
  },
}
