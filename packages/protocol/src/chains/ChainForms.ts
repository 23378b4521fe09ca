/**
 * The forms of one kind of chain (a namespace of CAIP-2) that every part needs: the kit, the
 * services and the wallets. Its values contain no code that is too large for a first load.
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
  /** The prefix that all its addresses share. */
  addressPrefix: string
  /** Whether a value has the shape of an address; its checksum is not checked. */
  isAddress: (value: unknown) => value is string
  /**
   * The key of an address, by which addresses are compared and stored. A text of another form is
   * unchanged.
   */
  addressKey: (address: string) => string
  /** Whether a value has the shape of a transaction's hash. */
  isTransactionHash: (value: unknown) => value is string
  /**
   * The key of a transaction's hash, by which hashes are compared. A text of another form is
   * unchanged.
   */
  transactionKey: (hash: string) => string
  /** Whether a transaction has a nonce: a number in the order of its sender. */
  hasNonce: boolean
  /** The text that replaces its native token's address. docs/contracts/api.md#fixed-values */
  nativeToken: string
  /** Whether each NFT is a separate token, without a number in a collection. */
  isNftToken: boolean
  /** Whether the API serves its accounts. docs/contracts/api.md#balance */
  isServed: boolean
  /** Whether the e-mail wallet has accounts on it. All of them have one recovery phrase. */
  isEmbedded: boolean
}

/** The forms that a kind of chain declares. The others are those of any chain (`anyChain`). */
export type OwnForms = Pick<ChainForms, 'name' | 'mainNetwork' | 'drawing'> & Partial<ChainForms>
