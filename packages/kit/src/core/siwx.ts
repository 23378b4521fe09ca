import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from './kit.ts'

/** The facts of a sign-in (spec section 3, SIWX message; CAIP-122). Times are RFC 3339. */
export type SiwxMessageData = {
  /** CAIP-2. */
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

/** A sign-in that is to be signed; `toString` gives the text that the wallet signs. */
export type SiwxMessage = SiwxMessageData & { toString(): string }

/** A sign-in that was signed (spec section 3, SIWX session). */
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
 * How the site signs its visitors in. Errors that these functions throw are shown to the visitor,
 * who may try again.
 */
export type Siwx = {
  /** A nonce for one sign-in; a message that `createMessage` makes needs it. */
  getNonce?: (account: SiwxAccount) => Promise<string>
  createMessage: (account: SiwxAccount) => Promise<SiwxMessage>
  /** Checks and keeps a new session; throws to refuse it. */
  addSession: (session: SiwxSession) => Promise<void>
  /** Keeps these sessions in place of all others. */
  setSessions: (sessions: readonly SiwxSession[]) => Promise<void>
  /**
   * The sessions of an account. An empty list means that the account is not signed in; throws where
   * that is not known.
   */
  getSessions: (chainId: NetworkId, address: string) => Promise<readonly SiwxSession[]>
  revokeSession: (chainId: NetworkId, address: string) => Promise<void>
  /**
   * The site's time, milliseconds since 1970, as far as it is known: sessions begin and end by it.
   * @default the browser's
   */
  getTime?: () => number
  /**
   * Whether a visitor who does not sign in is disconnected; one that throws counts as yes. @default
   * () => false
   */
  getRequired?: () => boolean
  /** Whether an account that disconnects is signed out. @default true */
  signOutOnDisconnect?: boolean
}

/** The option `siwx`: the functions, or a function that makes them for a kit. */
export type SiwxOption = Siwx | ((kit: Kit) => Siwx)

/**
 * What is known of an account's sign-in. `checking`: the site is asked. `unknown`: the site could
 * not be asked. `declined`: the visitor chose to stay without one, which holds until the account
 * signs in or leaves; only where it is optional.
 */
export type SignInStatus = 'checking' | 'signedIn' | 'signedOut' | 'unknown' | 'declined'
