import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import { offersWallets } from '../../../core/options/offersWallets.ts'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { readDevice } from '../../../core/page/device.ts'
import { whenIdle } from '../../../core/page/whenIdle.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { Feature } from '../../modal/feature.ts'
import type { words } from './words.lazy.ts'
import { contextOf } from '../../../core/kit/context.ts'

export type ConnectingViews = {
  /**
   * `namespace`: where to connect, if the wallet supports several. `networkId`: the network that
   * the visitor has chosen.
   */
  ConnectingExternal: { connectorId: string; namespace?: Namespace; networkId?: NetworkId }
  /** A wallet on a phone. Without `wallet`, any wallet that scans the code. */
  ConnectingWalletConnect: { wallet?: Wallet } | undefined
}

/** The screens that wait until the chosen wallet is connected. */
export const connecting: Feature<{
  views: ConnectingViews
  opens: 'ConnectingWalletConnect'
  words: typeof words
}> = {
  id: 'connecting',
  views: {
    ConnectingExternal: {
      load: () => import('./ConnectingExternalView.lazy.tsx'),
      needsNoAccount: true,
      resolvesGuard: true,
    },
    ConnectingWalletConnect: {
      load: () => import('./scan/ConnectingWalletConnectView.lazy.tsx'),
      needsNoAccount: true,
      resolvesGuard: true,
      isAllowed: (kit, isFirst) => {
        const { options } = contextOf(kit)
        return offersWallets(options, isFirst) && options.enableWalletConnect !== false
      },
    },
  },
  opens: ['ConnectingWalletConnect'],
  prepare: (kit) => Promise.all([contextOf(kit).prepareActions(kit), prepareCode(kit)]),
  nextViews: (kit) => [
    'ConnectingExternal',
    ...(hasRelay(kit) ? (['ConnectingWalletConnect'] as const) : []),
  ],
  english: () => import('./words.lazy.ts'),
}

const hasRelay = (kit: Kit): boolean => contextOf(kit).options.services?.relay !== undefined

/**
 * Draws a short QR code when the browser is idle. The browser compiles the code for it with the
 * first drawing, which would delay the code on the screen. On a phone, few visitors see a code.
 */
async function prepareCode(kit: Kit): Promise<void> {
  if (!hasRelay(kit) || readDevice().isPhone) return
  const { drawShortCode } = await import('./scan/ConnectingWalletConnectView.lazy.tsx')
  await whenIdle()
  drawShortCode()
}
