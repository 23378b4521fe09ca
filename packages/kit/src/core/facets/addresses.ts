import type { NetworkId } from '@latchkey/protocol/caip'

/** The fault of a recipient that the visitor typed or pasted. */
export type RecipientFault = 'wrongChecksum' | 'notAnAddress' | 'otherNetwork'

/** A recipient as it was typed. A `name` has yet to be looked up. */
export type ParsedRecipient =
  | { status: 'empty' }
  | { status: 'address'; address: string }
  | { status: 'name'; name: string }
  | { status: 'refused'; fault: RecipientFault }

/**
 * The payment that a payment link requests; `amount` in the smallest unit of the token, or of the
 * network's own without `token`.
 */
export type Payment = { to: string; amount?: bigint; token?: string }

/** A request to be paid: to which address, on which network; units as in {@link Payment}. */
export type PaymentRequest = {
  address: string
  networkId: NetworkId
  amount?: bigint
  token?: string
}

/** The addresses of a name, by coin type. Source: SLIP-44 */
export type NamedAddresses = {
  readonly [coinType: string]: { readonly address: string } | undefined
}

/**
 * The address that a name means on a network. `isBorrowed`: the name has none of its own there, and
 * this is its address on another network.
 */
export type ResolvedAddress = { address: string; isBorrowed: boolean }

/** The address of a name for a coin type. Source: ENSIP-9, ENSIP-11 */
export type NamedAccount = { coinType: number; address: string }

/** How addresses, names and payment links of one namespace are read and written. */
export type AddressesFacet = {
  /**
   * Reads the visitor's input: an address, a name, an account with its network (CAIP-10), a payment
   * link. Input that names another network than `networkId` is refused.
   */
  readRecipient(text: string, networkId?: NetworkId): Promise<ParsedRecipient>
  /**
   * Reads a payment link; undefined when the text is no such link, is for another network, or has
   * no clear amount. @throws what the node answers, where a token's decimals have to be asked for
   */
  readPayment(text: string, networkId: NetworkId): Promise<Payment | undefined>
  /**
   * The text of a QR code for wallets: the bare address where nothing is requested, else a payment
   * link. @throws what the node answers, likewise
   */
  formatPayment(request: PaymentRequest): Promise<string>
  /**
   * Whether two different addresses look the same at their beginning and end, where people look.
   */
  isAlike(address: string, otherAddress: string): boolean
  /** Whether an address can have no owner of its keys. */
  isOwnerless(address: string): boolean
  /** Whether a name can have an address on a network. */
  canBeNamed(networkId: NetworkId | undefined): boolean
  /**
   * An account as a name's owner: the coin type of its network, and its address in the one form
   * that name services take; undefined where names have no address.
   */
  toNamedAccount(address: string, networkId: NetworkId): Promise<NamedAccount | undefined>
  /** The address of a name on a network; undefined where it has none. */
  readNamedAddress(
    addresses: NamedAddresses,
    networkId: NetworkId | undefined,
  ): ResolvedAddress | undefined
}
