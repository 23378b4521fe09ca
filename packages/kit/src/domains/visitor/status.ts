import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import type { Network } from '../../core/contracts/network.ts'
import type { KitState } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The visitor's network, with its CAIP-2 id. `network` is undefined if the site does not list this
 * network.
 */
export type VisitorNetwork = {
  networkId: NetworkId
  network: Network | undefined
  isSupported: boolean
}

/** Whether the modal is open, and which view it shows. `view` is absent while its code loads. */
export type ModalStatus = { isOpen: boolean; view?: string }

/** Returns what the site has listed about a network. */
export function networkStatusOf(kit: Kit, networkId: NetworkId): VisitorNetwork {
  const context = contextOf(kit)
  const network = context.networks.find((network) => network.networkId === networkId)?.network
  return { networkId, network, isSupported: network !== undefined }
}

/** Derives the modal's status from a state of the kit. */
export function modalStatusOf({ modal, shown }: Pick<KitState, 'modal' | 'shown'>): ModalStatus {
  return {
    isOpen: modal.open,
    ...(modal.open && modal.request === shown?.request && { view: shown.view }),
  }
}
