/**
 * The forms of sign-in messages, by namespace. They are not in `ChainForms`, because few pages need
 * them.
 */
import type { Namespace } from './registry.ts'
import { solanaNames } from './solanaNames.ts'

/** The form of a sign-in message. CAIP-122, EIP-4361, Sign In With Solana */
export type SignInForms = {
  /** The names of its networks, by reference, if messages use the name instead of the reference. */
  networkNames?: Readonly<Record<string, string>>
  /**
   * The shape of an address in a message. Its checksum and its number of bytes are checked
   * elsewhere.
   */
  address: RegExp
  /** How many bytes an address encodes, if it is base58. */
  addressBytes?: readonly number[]
  /** Whether the case of an address's letters is its checksum. EIP-55 */
  isCaseChecksum: boolean
  /** The form of a network's text in a message. */
  chain: RegExp
  /**
   * Whether a message may have the whole id of a network instead of its reference, as some
   * libraries write it.
   */
  isChainIdRead: boolean
  /**
   * Whether everything after the address is optional. If it is, a missing statement leaves one
   * empty line instead of two, and a line that looks like a field is a field.
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
    address: /^[1-9A-HJ-NP-Za-km-z]{36,50}$/,
    // a prefix of one or two bytes, a key of 32 bytes, and a checksum of two bytes
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

/** Returns the forms of a namespace's sign-in messages. */
export const signInFormsOf = (namespace: Namespace): SignInForms => forms[namespace]
