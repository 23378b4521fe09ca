import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../kit/kit.ts'

/** The facts of a sign-in. Times are RFC 3339. CAIP-122 */
export type SiwxMessageData = {
  /** The network, as a CAIP-2 id. */
  chainId: NetworkId
  accountAddress: string
  /** Host of the site, with its port. */
  domain: string
  uri: string
  version: string
  nonce: string
  statement?: string
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

/** A sign-in before the signature. `toString` returns the text that the wallet signs. */
export type SiwxMessage = SiwxMessageData & { toString(): string }

/** A signed sign-in. See docs/contracts/product.md#signing-in. */
export type SiwxSession = {
  data: SiwxMessageData
  /** The text that was signed. */
  message: string
  signature: string
  /** The signed object of a one-click sign-in over WalletConnect. CAIP-74 */
  cacao?: unknown
}

/** The account that is to sign in. */
export type SiwxAccount = { chainId: NetworkId; accountAddress: string }

/**
 * The site's functions for signing in. Errors that they throw are shown to the visitor, who may try
 * again.
 */
export type Siwx = {
  /** Returns a nonce for one sign-in. */
  getNonce?: (account: SiwxAccount) => Promise<string>
  createMessage: (account: SiwxAccount) => Promise<SiwxMessage>
  /** Checks and stores a new session. Throws to refuse it. */
  addSession: (session: SiwxSession) => Promise<void>
  /** Stores these sessions in place of all stored ones. */
  setSessions: (sessions: readonly SiwxSession[]) => Promise<void>
  /**
   * The sessions of an account. An empty list means that the account is not signed in. Throws where
   * the answer is not known.
   */
  getSessions: (chainId: NetworkId, address: string) => Promise<readonly SiwxSession[]>
  revokeSession: (chainId: NetworkId, address: string) => Promise<void>
  /**
   * The site's time, in milliseconds since 1970, as exactly as the site knows it. The kit compares
   * the start and the end of sessions with it.
   * @default the browser's time
   */
  getTime?: () => number
  /**
   * Whether a visitor who does not sign in is disconnected. A function that throws counts as true.
   * @default () => false
   */
  getRequired?: () => boolean
  /** Whether an account that disconnects is signed out. @default true */
  signOutOnDisconnect?: boolean
}

/** The option `siwx`: the functions, or a function that makes them for a kit. */
export type SiwxOption = Siwx | ((kit: Kit) => Siwx)

/**
 * The state of an account's sign-in.
 * - `checking`: the request to the site is pending
 * - `unknown`: the request to the site failed
 * - `declined`: the visitor chose not to sign in, where that is optional. It lasts until the
 *   account signs in or disconnects
 */
export type SignInStatus = 'checking' | 'signedIn' | 'signedOut' | 'unknown' | 'declined'
