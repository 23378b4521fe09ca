import { accountStatusOf } from '../../core/accounts/accountStatus.ts'
import type { AccountStatus } from '../../core/accounts/accountStatus.ts'
import { checkWatchParameters } from '../../core/options/checkQueryParameters.ts'
import type { WatchParameters } from '../../core/options/checkQueryParameters.ts'
import { connectedWallets } from '../../core/accounts/connectedWallets.ts'
import type { ConnectedWallet } from '../../core/accounts/connectedWallets.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { activeNetworkId, activeSession } from '../../core/kit/state.ts'
import { watchState } from '../../core/kit/watchState.ts'
import { modalStatusOf, networkStatusOf } from './status.ts'
import type { ModalStatus, VisitorNetwork } from './status.ts'

/**
 * Returns the visitor's account and the state of its connection. Addresses are in the form of the
 * wallet (EIP-55 on EVM), ids are CAIP-2 and CAIP-10.
 */
export function getAccount(kit: Kit): AccountStatus {
  const state = kit.getState()
  return accountStatusOf(activeSession(state), state.namespace)
}

/**
 * Follows the visitor's account until the returned function is called.
 * @throws KitError optionInvalid
 */
export function watchAccount(
  kit: Kit,
  watchParameters: WatchParameters<AccountStatus>,
): () => void {
  const { notify } = checkWatchParameters(kit, watchParameters)
  return watchState(
    kit,
    (state) => [activeSession(state), state.namespace],
    () => notify(getAccount(kit)),
  )
}

/** Returns the wallet's network, or the network that is chosen while no wallet is connected. */
export function getNetwork(kit: Kit): VisitorNetwork {
  return networkStatusOf(kit, activeNetworkId(kit.getState()))
}

/**
 * Follows the visitor's network until the returned function is called.
 * @throws KitError optionInvalid
 */
export function watchNetwork(
  kit: Kit,
  watchParameters: WatchParameters<VisitorNetwork>,
): () => void {
  const { notify } = checkWatchParameters(kit, watchParameters)
  return watchState(
    kit,
    (state) => [activeNetworkId(state)],
    () => notify(getNetwork(kit)),
  )
}

/**
 * Returns all connected wallets of all namespaces: name, icon, type, accounts, network. At most one
 * of them is the current wallet. Their names are cleaned, so that the site may show them.
 */
export function getConnectedWallets(kit: Kit): readonly ConnectedWallet[] {
  return connectedWallets(kit.getState())
}

/**
 * Follows the connected wallets until the returned function is called.
 * @throws KitError optionInvalid
 */
export function watchConnectedWallets(
  kit: Kit,
  watchParameters: WatchParameters<readonly ConnectedWallet[]>,
): () => void {
  const { notify } = checkWatchParameters(kit, watchParameters)
  return watchState(
    kit,
    ({ sessions, connectors, namespace }) => [sessions, connectors, namespace],
    () => notify(getConnectedWallets(kit)),
  )
}

/** Returns whether the modal is open, and its current view. */
export function getModal(kit: Kit): ModalStatus {
  return modalStatusOf(kit.getState())
}

/** Follows the modal until the returned function is called. @throws KitError optionInvalid */
export function watchModal(kit: Kit, watchParameters: WatchParameters<ModalStatus>): () => void {
  const { notify } = checkWatchParameters(kit, watchParameters)
  return watchState(
    kit,
    ({ modal, shown }) => [modal.open, modal.request, shown],
    () => notify(getModal(kit)),
  )
}
