import type { NetworkId } from '@latchkey/protocol/caip'

/** What is wrong with a recipient that somebody typed or pasted. */
export type RecipientFault = 'wrongChecksum' | 'notAnAddress' | 'otherNetwork'

/** A recipient as it was typed. A `name` has yet to be looked up. */
export type ReadRecipient =
  | { status: 'empty' }
  | { status: 'address'; address: string }
  | { status: 'name'; name: string }
  | { status: 'refused'; fault: RecipientFault }

/** What a payment link asks for; `amount` in the smallest unit of the token, or of the network's own without `token`. */
export type Payment = { to: string; amount?: bigint; token?: string }

/** Who asks for what, on which network; units as in {@link Payment}. */
export type PaymentRequest = { address: string; networkId: NetworkId; amount?: bigint; token?: string }

/** The addresses that a name stands for, by coin type. Source: SLIP-44 */
export type NamedAddresses = { readonly [coinType: string]: { readonly address: string } | undefined }

/** How addresses, names and payment links of one namespace are read and written. */
export type AddressesFacet = {
  /** Reads what somebody typed or pasted: an address, a name, an account with its network (CAIP-10), a payment link. What names another network than `networkId` is refused. */
  readRecipient(text: string, networkId?: NetworkId): Promise<ReadRecipient>
  /** Reads a payment link; undefined for what is none, is for another network, or asks for no clear amount. */
  readPayment(text: string, networkId: NetworkId): Payment | undefined
  /** What a wallet reads from a code: the bare address where nothing is asked for, else a payment link. */
  formatPayment(request: PaymentRequest): string
  /** Whether two different addresses show the same where people look: the beginning and the end. */
  isAlike(one: string, other: string): boolean
  /** Whether nobody can have the keys of an address. */
  isNobodys(address: string): boolean
  /** Whether a name can say something for a network. */
  canBeNamed(networkId: NetworkId | undefined): boolean
  /** Whom a name means on a network; undefined for nobody there. */
  readNamed(addresses: NamedAddresses, networkId: NetworkId | undefined): string | undefined
}
