/**
 * What the kit, the services and the wallets all need to know about one kind of chain (a namespace
 * of CAIP-2): the forms of its texts. It must stay small, because it is part of the first load.
 */
export type ChainForms = {
  /**
   * The name of its accounts for visitors, such as "Ethereum". It is the same in every language.
   */
  name: string
  /** The form of a network's reference, the second part of its CAIP-2 id. */
  reference: RegExp
  /** Whether its networks have whole numbers as references, not names. */
  isNumbered: boolean
  /** The reference of its main network. */
  mainNetwork: string
  /** The symbol of its coin, by which the kit finds the coin's drawing. */
  drawing: 'BTC' | 'DOT' | 'ETH' | 'SOL'
  /** The prefix that all its addresses share. */
  addressPrefix: string
  /** Whether a value has the shape of an address; its checksum is not checked. */
  isAddress: (value: unknown) => value is string
  /**
   * Returns the key of an address, by which addresses are compared and stored. It returns any other
   * text unchanged.
   */
  addressKey: (address: string) => string
  /** Whether a value has the shape of a transaction's hash. */
  isTransactionHash: (value: unknown) => value is string
  /** Returns the key of a transaction's hash, by which hashes are compared. */
  transactionKey: (hash: string) => string
  /** Whether a transaction has a nonce: a number that counts the transactions of its sender. */
  hasNonce: boolean
  /**
   * The text that stands for the native token where an address is expected.
   * docs/contracts/api.md#fixed-values
   */
  nativeToken: string
  /** Whether each NFT is a token of its own, without a number in a collection. */
  isNftToken: boolean
  /** Whether its nodes answer requests by paths (REST), in place of JSON-RPC. */
  hasRestNodes: boolean
  /** Whether the API serves its accounts. docs/contracts/api.md#balance */
  isServed: boolean
  /** Whether the e-mail wallet has accounts on it. One recovery phrase gives all its accounts. */
  isEmbedded: boolean
}

/** The forms that a kind of chain declares. `anyChain` has the rest. */
export type OwnForms = Pick<ChainForms, 'name' | 'mainNetwork' | 'drawing'> & Partial<ChainForms>
