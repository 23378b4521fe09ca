import { accountStatusOf } from '../core/accountStatus.ts'
import type { AccountStatus } from '../core/accountStatus.ts'
import { checkWatched } from '../core/checkAsked.ts'
import type { Watched } from '../core/checkAsked.ts'
import { connectedWallets } from '../core/connectedWallets.ts'
import type { ConnectedWallet } from '../core/connectedWallets.ts'
import type { Kit } from '../core/kit.ts'
import { activeNetworkId, activeSession } from '../core/state.ts'
import { watchState } from '../core/watchState.ts'
import { modalStatusOf, networkStatusOf } from './status.ts'
import type { ModalStatus, VisitorNetwork } from './status.ts'

/**
 * The visitor's account, and how it is connected. Addresses are as the wallet gives them (EIP-55 on
 * EVM), ids CAIP-2 and CAIP-10.
 */
export function getAccount(kit: Kit): AccountStatus {
  const state = kit.getState()
  return accountStatusOf(activeSession(state), state.namespace)
}

/**
 * Follows the visitor's account until the returned function is called. @throws KitError
 * optionInvalid
 */
export function watchAccount(kit: Kit, watched: Watched<AccountStatus>): () => void {
  const { tell } = checkWatched(kit, watched)
  return watchState(
    kit,
    (state) => [activeSession(state), state.namespace],
    () => tell(getAccount(kit)),
  )
}

/** The visitor's network: the wallet's, or the chosen one while no wallet is connected. */
export function getNetwork(kit: Kit): VisitorNetwork {
  return networkStatusOf(kit, activeNetworkId(kit.getState()))
}

/**
 * Follows the visitor's network until the returned function is called. @throws KitError
 * optionInvalid
 */
export function watchNetwork(kit: Kit, watched: Watched<VisitorNetwork>): () => void {
  const { tell } = checkWatched(kit, watched)
  return watchState(
    kit,
    (state) => [activeNetworkId(state)],
    () => tell(getNetwork(kit)),
  )
}

/**
 * All connected wallets of all namespaces: name, icon, kind, accounts, network. Exactly one is the
 * current one. Their names are cleaned and may be shown.
 */
export function getConnectedWallets(kit: Kit): readonly ConnectedWallet[] {
  return connectedWallets(kit.getState())
}

/**
 * Follows the connected wallets until the returned function is called. @throws KitError
 * optionInvalid
 */
export function watchConnectedWallets(
  kit: Kit,
  watched: Watched<readonly ConnectedWallet[]>,
): () => void {
  const { tell } = checkWatched(kit, watched)
  return watchState(
    kit,
    ({ sessions, connectors, namespace }) => [sessions, connectors, namespace],
    () => tell(getConnectedWallets(kit)),
  )
}

/** Whether the modal is open, and the view that it shows. */
export function getModal(kit: Kit): ModalStatus {
  return modalStatusOf(kit.getState())
}

/** Follows the modal until the returned function is called. @throws KitError optionInvalid */
export function watchModal(kit: Kit, watched: Watched<ModalStatus>): () => void {
  const { tell } = checkWatched(kit, watched)
  return watchState(
    kit,
    ({ modal, shown }) => [modal.open, modal.request, shown],
    () => tell(getModal(kit)),
  )
}
