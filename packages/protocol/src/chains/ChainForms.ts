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
  /** The beginning that all its addresses share. */
  addressPrefix: string
  /** Whether a value has the shape of an address; its checksum is not checked. */
  isAddress: (value: unknown) => value is string
  /**
   * The spelling by which its addresses are compared and stored. A text of another form is
   * unchanged.
   */
  addressKey: (address: string) => string
  /** Whether the API serves its accounts. docs/contracts/api.md#balance */
  isServed: boolean
  /** Whether the e-mail wallet has accounts on it: one recovery phrase for all of them. */
  isEmbedded: boolean
}
