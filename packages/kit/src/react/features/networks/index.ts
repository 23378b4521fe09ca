import type { NetworkId } from '@latchkey/protocol/caip'
import { isOnNamedNetwork } from '../../isOnNamedNetwork.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.ts'

export type NetworkViews = {
  Networks: undefined
  /** `leadsBack`: to the screen before, once it is done. */
  SwitchNetwork: { networkId: NetworkId; goesBack?: true }
  /** A network in whose namespace no wallet is connected, while one is in another. */
  SwitchActiveChain: { networkId: NetworkId }
  UnsupportedChain: undefined
}

/** What a site passes with a screen. */
export type NetworkOpenings = {
  /** The network to switch to. */ SwitchNetwork: { networkId: NetworkId | (string & {}) }
}

/** The choice of a network, and the screen for a network that the site does not know. */
export const networks: Feature<{
  views: NetworkViews
  opens: 'Networks'
  reads: NetworkOpenings
  words: typeof words
}> = {
  id: 'networks',
  views: {
    Networks: { load: () => import('./NetworksView.tsx'), needsNoAccount: true },
    SwitchNetwork: {
      load: () => import('./SwitchNetworkView.tsx'),
      mayClose: isOnNamedNetwork,
      isWayOut: true,
    },
    SwitchActiveChain: {
      load: () => import('./SwitchActiveChainView.tsx'),
      mayClose: isOnNamedNetwork,
      isWayOut: true,
    },
    UnsupportedChain: { load: () => import('./UnsupportedChainView.tsx'), mayClose: () => false },
  },
  opens: ['Networks'],
  reads: () => import('./opening/openingParsers.ts'),
  gates: [{ view: 'UnsupportedChain', letsIn: isOnNamedNetwork }],
  english: () => import('./words.ts'),
}
