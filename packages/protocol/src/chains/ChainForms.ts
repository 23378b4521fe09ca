/**
 * The forms of one kind of chain (a namespace of CAIP-2) that every part knows: the kit, the
 * services and the wallets. A value of it holds no code that a first load should not carry.
 */
export type ChainForms = {
  /** The common name of its accounts; the same in every language. */
  name: string
  /** The form of its networks' references. CAIP-2 */
  reference: RegExp
  /** Whether its networks have whole numbers as references, and not names. */
  isNumbered: boolean
  /** The reference of its main network. */
  mainNetwork: string
  /** The drawing of its coin, by the coin's symbol. */
  drawing: 'BTC' | 'DOT' | 'ETH' | 'SOL'
  /**
   * The names of its networks by reference, where sign-ins have the name in the reference's place.
   */
  networkNames: Readonly<Record<string, string>>
  /** The beginning that all its addresses share. */
  addressPrefix: string
  /** Whether a value has the shape of an address; its checksum is not checked. */
  isAddress: (value: unknown) => value is string
  /**
   * The spelling by which its addresses are compared and stored. A text of another form is
   * unchanged.
   */
  addressKey: (address: string) => string
  /** Whether a value has the shape of a transaction's hash. */
  isTransactionHash: (value: unknown) => value is string
  /**
   * The spelling by which hashes of its transactions are compared. A text of another form is
   * unchanged.
   */
  transactionKey: (hash: string) => string
  /** Whether a transaction has a number in the order of its sender. */
  hasNonce: boolean
  /** The text that stands for its native token's address. docs/contracts/api.md#fixed-values */
  nativeToken: string
  /** Whether each NFT is a token of its own, without a number in a collection. */
  isNftToken: boolean
  /** Whether the API serves its accounts. docs/contracts/api.md#balance */
  isServed: boolean
  /** Whether the e-mail wallet has accounts on it: one recovery phrase for all of them. */
  isEmbedded: boolean
  signIn: SignInForms
}

/** The form of a sign-in message. CAIP-122, EIP-4361, Sign In With Solana */
export type SignInForms = {
  /** The shape of an address in a message. Its checksum and length in bytes are apart. */
  address: RegExp
  /** How many bytes an address encodes in base58, where that is its form. */
  addressBytes?: readonly number[]
  /** Whether the case of an address's letters is its checksum. EIP-55 */
  isCaseChecksum: boolean
  /** The text of a network in a message. */
  chain: RegExp
  /** Whether a library may write the whole id of a network in place of its reference. */
  isChainIdRead: boolean
  /**
   * Whether everything behind the address may be missing. A missing statement then leaves one empty
   * line, not two, and a line that begins as a field is one.
   */
  isSparse: boolean
}
