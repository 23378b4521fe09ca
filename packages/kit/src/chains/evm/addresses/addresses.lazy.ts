import type { NetworkId } from '@latchkey/protocol/caip'
import type { AddressesFacet } from '../../../core/contracts/facets/addresses.ts'
import { formatPayment } from './formatPayment.ts'
import { isAlike } from './isAlike.ts'
import { canBeNamed, readNamed } from './readNamed.ts'
import { readPayment } from './readPayment.ts'
import { readRecipient } from './readRecipient.ts'
import { toNamed } from './toNamed.ts'

/** The `addresses` facet of EVM networks: for addresses, names and payment links. */
export const addresses: AddressesFacet = {
  readRecipient: (text, networkId) => readRecipient(text, referenceOf(networkId)),
  readPayment: async (text, networkId) => readPayment(text, referenceOf(networkId)),
  formatPayment: async ({ networkId, ...request }) =>
    formatPayment({ ...request, chainId: referenceOf(networkId) }),
  isAlike,
  isOwnerless: (address) => /^0x0{40}$/i.test(address),
  canBeNamed: (networkId) => canBeNamed(referenceOf(networkId)),
  toNamedAccount: (address, networkId) => toNamed(address, referenceOf(networkId)),
  readNamedAddress: (named, networkId) => readNamed(named, referenceOf(networkId)),
}

/** The decimal chain id of a network, as payment links write it. */
function referenceOf(networkId: NetworkId): string
function referenceOf(networkId: NetworkId | undefined): string | undefined
function referenceOf(networkId: NetworkId | undefined): string | undefined {
  return networkId?.slice('eip155:'.length)
}
