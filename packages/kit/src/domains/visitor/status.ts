import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import type { Network } from '../../core/contracts/network.ts'
import type { KitState } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The visitor's network by its CAIP-2 id. `network` is undefined if the wallet is on one that the
 * site does not list.
 */
export type VisitorNetwork = {
  networkId: NetworkId
  network: Network | undefined
  isSupported: boolean
}

/** The modal: whether it is open, and its current view, once the view's code has loaded. */
export type ModalStatus = { isOpen: boolean; view?: string }

/** Returns the status of a network as the visitor's network. */
export function networkStatusOf(kit: Kit, networkId: NetworkId): VisitorNetwork {
  const context = contextOf(kit)
  const network = context.networks.find((network) => network.networkId === networkId)?.network
  return { networkId, network, isSupported: network !== undefined }
}

/** Returns the modal's status in a state of the kit. */
export function modalStatusOf({ modal, shown }: Pick<KitState, 'modal' | 'shown'>): ModalStatus {
  return {
    isOpen: modal.open,
    ...(modal.open && modal.request === shown?.request && { view: shown.view }),
  }
}
