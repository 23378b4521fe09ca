import type { AddressesFacet } from '../../../core/contracts/facets/addresses.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { decimalsOf } from './decimalsOf.ts'
import { formatPayment } from './formatPayment.ts'
import { isAlike } from './isAlike.ts'
import { isOwnerless } from './isOwnerless.ts'
import { readPayment } from './readPayment.ts'
import { readRecipient } from './readRecipient.ts'

/**
 * Creates the `addresses` facet of Solana: for addresses and Solana Pay links. It does not look up
 * names.
 */
export function createAddresses(kit: Kit): AddressesFacet {
  return {
    readRecipient: async (text, networkId) => readRecipient(text, networkId),
    readPayment: (text, networkId) =>
      readPayment(text, (token) => decimalsOf(kit, networkId, token)),
    formatPayment: (request) =>
      formatPayment(request, (token) => decimalsOf(kit, request.networkId, token)),
    isAlike,
    isOwnerless,
    canBeNamed: () => false,
    toNamedAccount: async () => undefined,
    readNamedAddress: () => undefined,
  }
}
