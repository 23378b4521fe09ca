import type { AddressesFacet } from '../../../core/contracts/facets/addresses.ts'
import { formatCode } from './formatCode.ts'
import { formatPayment } from './formatPayment.ts'
import { isAlike } from './isAlike.ts'
import { isOwnerless } from './isOwnerless.ts'
import { readPayment } from './readPayment.ts'
import { readRecipient } from './readRecipient.ts'

/**
 * Creates the `addresses` facet of Bitcoin: for addresses and payment links (BIP-21). It does not
 * look up names.
 */
export function createAddresses(): AddressesFacet {
  return {
    readRecipient: async (text, networkId) => readRecipient(text, networkId),
    readPayment: async (text, networkId) => readPayment(text, networkId),
    formatPayment: async (request) => formatPayment(request),
    formatCode,
    isAlike,
    isOwnerless,
    canBeNamed: () => false,
    toNamedAccount: async () => undefined,
    readNamedAddress: () => undefined,
  }
}
