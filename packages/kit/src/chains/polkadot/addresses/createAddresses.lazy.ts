import type { AddressesFacet } from '../../../core/contracts/facets/addresses.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { formatPayment } from './formatPayment.ts'
import { isAlike } from './isAlike.ts'
import { isOwnerless } from './isOwnerless.ts'
import { readPayment } from './readPayment.ts'
import { readRecipient } from './readRecipient.ts'

/**
 * Creates the `addresses` facet of Polkadot: for addresses of any network, in the spelling of the
 * network to send on. It does not look up names.
 */
export function createAddresses(kit: Kit): AddressesFacet {
  return {
    readRecipient: async (text, networkId) => readRecipient(text, networkId),
    readPayment: async (text, networkId) => readPayment(kit, text, networkId),
    formatPayment: async (request) => formatPayment(kit, request),
    isAlike,
    isOwnerless,
    canBeNamed: () => false,
    toNamedAccount: async () => undefined,
    readNamedAddress: () => undefined,
  }
}
