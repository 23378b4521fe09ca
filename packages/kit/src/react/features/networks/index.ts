import type { NetworkId } from '@latchkey/protocol/caip'
import { isOnNamedNetwork } from '../../isOnNamedNetwork.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'

export type NetworkViews = {
  Networks: undefined
  /** `goesBack`: after the switch, the previous screen is shown. */
  SwitchNetwork: { networkId: NetworkId; goesBack?: true }
  /** A network whose namespace has no connected wallet, while another namespace has one. */
  SwitchActiveChain: { networkId: NetworkId }
  UnsupportedChain: undefined
}

/** The parameters with which a site opens a screen. */
export type NetworkOpenings = {
  /** The network to switch to. */ SwitchNetwork: { networkId: NetworkId | (string & {}) }
}

/**
 * The choice of a network, and the screen for a wallet on a network that the site does not list.
 */
export const networks: Feature<{
  views: NetworkViews
  opens: 'Networks'
  opensWith: NetworkOpenings
  words: typeof words
}> = {
  id: 'networks',
  views: {
    Networks: { load: () => import('./NetworksView.lazy.tsx'), needsNoAccount: true },
    SwitchNetwork: {
      load: () => import('./SwitchNetworkView.lazy.tsx'),
      mayClose: isOnNamedNetwork,
      resolvesGuard: true,
    },
    SwitchActiveChain: {
      load: () => import('./SwitchActiveChainView.lazy.tsx'),
      mayClose: isOnNamedNetwork,
      resolvesGuard: true,
    },
    UnsupportedChain: {
      load: () => import('./UnsupportedChainView.lazy.tsx'),
      mayClose: () => false,
    },
  },
  opens: ['Networks'],
  opensWith: () => import('./openingParsers.lazy.ts'),
  guards: [{ view: 'UnsupportedChain', allows: isOnNamedNetwork }],
  english: () => import('./words.lazy.ts'),
}
