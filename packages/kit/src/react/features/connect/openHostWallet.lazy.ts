import { readDevice } from '../../../core/page/device.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { offersWallets } from '../../../core/options/offersWallets.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { joinWallets } from '../../../domains/wallets/joinWallets.ts'
import type { Router } from '../../router/createRouter.ts'
import type { Views } from '../registry.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * If a wallet's in-app browser shows the page, this wallet is opened at once, without the list of
 * wallets. That requires that the site offers this wallet and has no checkbox for its terms.
 */
export function openHostWallet(kit: Kit, router: Router<Views>): void {
  const { options } = contextOf(kit)
  const { connectors, namespace } = kit.getState()
  const { stack, direction } = router.store.getState()
  const isAtStart =
    direction === 'none' &&
    stack.length === 1 &&
    stack[0]?.view === 'Connect' &&
    !accountOf(kit.getState())
  if (!isAtStart || !offersWallets(options, true)) return
  const listed = joinWallets({
    connectors,
    recents: [],
    featured: [],
    recommended: [],
    options,
    device: readDevice(),
  })
  const hostConnectors = listed
    .flatMap((wallet) => wallet.connectors)
    .filter(({ isHome }) => isHome)
  // a wallet with several namespaces is connected in the namespace of the visitor's network
  const hostConnector =
    hostConnectors.find((connector) => connector.namespace === namespace) ?? hostConnectors[0]
  if (hostConnector)
    router.push('ConnectingExternal', {
      connectorId: hostConnector.id,
      namespace: hostConnector.namespace,
    })
}
