/**
 * The forms of sign-in messages, by namespace. They are apart from the other forms, because few
 * pages need them.
 */
import type { Namespace } from './registry.ts'
import { solanaNames } from './solana.ts'

/** The form of a sign-in message. CAIP-122, EIP-4361, Sign In With Solana */
export type SignInForms = {
  /** The names of its networks by reference, if a message has the name instead of the reference. */
  networkNames?: Readonly<Record<string, string>>
  /**
   * The shape of an address in a message. Its checksum and its number of bytes are checked
   * separately.
   */
  address: RegExp
  /** Number of bytes that an address encodes, if it is base58. */
  addressBytes?: readonly number[]
  /** Whether the case of an address's letters is its checksum. EIP-55 */
  isCaseChecksum: boolean
  /** The text of a network in a message. */
  chain: RegExp
  /** Whether a library may write the whole id of a network in place of its reference. */
  isChainIdRead: boolean
  /**
   * Whether everything after the address is optional. Then a missing statement leaves one empty
   * line, not two, and a line that begins like a field is a field.
   */
  isSparse: boolean
}

const forms: Readonly<Record<Namespace, SignInForms>> = {
  eip155: {
    address: /^0x[\dA-Fa-f]{40}$/,
    isCaseChecksum: true,
    chain: /^\d{1,32}$/,
    isChainIdRead: false,
    isSparse: false,
  },
  solana: {
    networkNames: solanaNames,
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    addressBytes: [32],
    isCaseChecksum: false,
    chain: /^[A-Za-z\d:-]{1,48}$/,
    isChainIdRead: true,
    isSparse: true,
  },
  polkadot: {
    address: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
    // a key with a prefix of one or two bytes and a checksum of two
    addressBytes: [35, 36],
    isCaseChecksum: false,
    chain: /^[a-z\d:]{1,48}$/,
    isChainIdRead: true,
    isSparse: false,
  },
  bip122: {
    address: /^(?:[1-9A-HJ-NP-Za-km-z]{26,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$/,
    isCaseChecksum: false,
    chain: /^[a-z\d:]{1,48}$/,
    isChainIdRead: true,
    isSparse: false,
  },
}

/** The form of a sign-in message of a namespace. */
export const signInFormsOf = (namespace: Namespace): SignInForms => forms[namespace]
