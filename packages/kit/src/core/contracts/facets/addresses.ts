import type { NetworkId } from '@latchkey/protocol/caip'

/** The fault in a recipient that the visitor typed or pasted. */
export type RecipientFault = 'wrongChecksum' | 'notAnAddress' | 'otherNetwork'

/** A recipient that the visitor typed, parsed. A `name` still has to be resolved. */
export type ParsedRecipient =
  | { status: 'empty' }
  | { status: 'address'; address: string }
  | { status: 'name'; name: string }
  | { status: 'refused'; fault: RecipientFault }

/**
 * The payment that a payment link requests. `amount` is in the smallest unit of `token`, or of the
 * network's own token if `token` is absent.
 */
export type Payment = { to: string; amount?: bigint; token?: string }

/** A request for a payment to an address on a network. Units as in {@link Payment}. */
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
 * The address of a name on a network. `isBorrowed`: the name has no address for that network, and
 * `address` is its address on another network.
 */
export type ResolvedAddress = { address: string; isBorrowed: boolean }

/** The address of a name for a coin type. Source: ENSIP-9, ENSIP-11 */
export type NamedAccount = { coinType: number; address: string }

/** Reads and writes the addresses, names and payment links of one namespace. */
export type AddressesFacet = {
  /**
   * Parses the visitor's input: an address, a name, an account with its network (CAIP-10), or a
   * payment link. Input for another network than `networkId` is refused.
   */
  readRecipient(text: string, networkId?: NetworkId): Promise<ParsedRecipient>
  /**
   * Parses a payment link. Undefined when the text is no such link, is for another network, or has
   * no unambiguous amount.
   * @throws the node's errors, where a token's decimals have to be requested
   */
  readPayment(text: string, networkId: NetworkId): Promise<Payment | undefined>
  /**
   * The text of a QR code for wallets: a payment link. If neither an amount nor a token is given,
   * the address alone.
   * @throws the node's errors, where a token's decimals have to be requested
   */
  formatPayment(request: PaymentRequest): Promise<string>
  /**
   * The spelling of a text of `formatPayment` for a QR code, which a scanner reads more easily.
   * @default the text itself
   */
  formatCode?(text: string): string
  /**
   * Whether two different addresses look the same at their beginning and end, the parts that people
   * compare.
   */
  isAlike(address: string, otherAddress: string): boolean
  /** Whether no account has the keys of an address, such as the zero address. */
  isOwnerless(address: string): boolean
  /** Whether a name can have an address on a network. */
  canBeNamed(networkId: NetworkId | undefined): boolean
  /**
   * Converts an account to the form in which a name's record lists it: the coin type of the
   * network, and the address as name services write it. Undefined for a network on which names have
   * no addresses.
   */
  toNamedAccount(address: string, networkId: NetworkId): Promise<NamedAccount | undefined>
  /** The address of a name on a network. Undefined where it has none. */
  readNamedAddress(
    addresses: NamedAddresses,
    networkId: NetworkId | undefined,
  ): ResolvedAddress | undefined
}
