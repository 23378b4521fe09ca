import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ConnectMethod } from '../kit/events.ts'
import type { Kit } from '../kit/kit.ts'
import type { Login, Logins } from './login.ts'
import type { Connection } from '../accounts/session.ts'
import type { AccountType } from '../accounts/sharedAccount.ts'
import type { SiwxAccount, SiwxMessageData, SiwxSession } from './siwx.ts'
import type { Wallet } from './wallet.ts'

/**
 * A method to connect: a wallet of this browser, the connector for phones, or an embedded wallet
 * that visitors log in to. All its texts are cut and cleaned, so a site may show them.
 */
export type Connector = {
  /**
   * Unique in its namespace: the reverse domain name of the wallet, if it has one. Contains no
   * colon, see `connectorIdOf`.
   */
  id: string
  name: string
  /** A `data:image/…` URI. */
  icon?: string
  namespace: Namespace
  /**
   * The wallet has no id, so this one was made from its name. A wallet of the same name in another
   * namespace is listed in the same row.
   */
  isByName?: true
  /** The kind of connector. `auth`: an embedded wallet, which the visitor gets by the login. */
  type: 'injected' | 'external' | 'walletConnect' | 'auth'
  /** Login methods of a connector of the type `auth`. */
  logins?: Logins
  /** The page runs in this wallet's own browser: the visitor needs no other wallet there. */
  isHome?: boolean
  /**
   * The wallet shows windows of its own inside the page. A modal dialog would block them, so the
   * kit's dialog leaves them usable.
   */
  isInPage?: boolean
}

/**
 * A link that a phone scans or opens. `expiresAt` in milliseconds. The link is reported twice: at
 * once, and again with `isReady` when the page has reached the relay. A phone that reads the link
 * before that can't reach the page yet.
 */
export type Pairing = { uri: string; expiresAt: number; isReady: boolean }

/**
 * A code was mailed. `submit` resolves when the code was right, and throws KitError codeWrong,
 * codeExpired or codeSpent otherwise. `resend` mails another code, from `resendAt` on
 * (milliseconds), and reports a new step. Before that time, it throws KitError emailCooldown.
 */
export type CodeStep = {
  type: 'codeSent'
  email: string
  resendAt: number
  submit: (code: string) => Promise<void>
  resend: () => Promise<void>
}

/**
 * A link was mailed to the address that the visitor typed. `resend` mails another link, from
 * `resendAt` on (milliseconds), and reports a new step: `linkSent` again, or `codeSent` where the
 * link needs another code. Before that time, it throws KitError emailCooldown.
 */
export type LinkStep = {
  type: 'linkSent'
  email: string
  resendAt: number
  resend: () => Promise<void>
}

/**
 * A step before the connection. The visitor has to do one of these:
 * - scan or open a pairing
 * - enter a code from an e-mail
 * - approve a link from an e-mail (`email` is absent where a company's login gave the address)
 * - answer in a window; `windowDone` follows when that answer has arrived and the account is being
 *   opened
 */
export type ConnectStep =
  | ({ type: 'pairing' } & Pairing)
  | CodeStep
  | LinkStep
  | { type: 'linkSent'; email?: undefined }
  | { type: 'windowOpened'; focus: () => void }
  | { type: 'windowDone' }

/**
 * Whether a wallet reverts several calls as a whole where one fails: it does (`supported`), it will
 * after a change of the account (`ready`), or it sends the calls one after another (`unsupported`).
 * EIP-5792
 */
export type AtomicSupport = 'supported' | 'ready' | 'unsupported'

/** The accounts and the network of a link. */
export type LinkState = Omit<Connection, 'connectorId'>

/**
 * A wallet that a source has reached in one namespace. `session/links.ts` makes sessions from
 * links.
 */
export type Link = {
  /**
   * The id of its connector. A connector that leads to several wallets appends a colon and a name.
   */
  readonly connectorId: string
  readonly namespace: Namespace
  /**
   * The object that signs: an EIP-1193 provider for eip155, a Wallet Standard wallet for the
   * others.
   */
  readonly provider: unknown
  /** How the wallet was reached. */
  readonly method: ConnectMethod
  state(): LinkState
  /**
   * Calls back with each new state, and with undefined when the wallet has disconnected, until the
   * returned function is called.
   */
  subscribe(listener: (state: LinkState | undefined) => void): () => void
  /**
   * Switches the network. Only links for which a request to the provider is not enough have this
   * function.
   * @throws the wallet's errors
   */
  switchNetwork?(parameters: { networkId: NetworkId; signal?: AbortSignal }): Promise<void>
  /**
   * Selects one of the accounts that the wallet shares. Only links to wallets that have no selected
   * account themselves have this function; the state of such links has `isSelectable`.
   * @throws KitError unauthorized for an account that the wallet does not share
   */
  selectAccount?(address: string): void
  /** Records the wallet's actual network where the wallet did not report it. */
  recordState?(state: Pick<LinkState, 'networkId'>): void
  /** Makes the connection the current one at its source too, if the source has a current one. */
  makeCurrent?(): void
  /**
   * The support of atomic calls that the wallet reported as it connected, for an address on a
   * network. Undefined where it reported none. Only links to wallets that a background request must
   * not wake have this function. The kit asks all other wallets by a request. EIP-5792
   */
  reportedAtomic?(account: {
    networkId: NetworkId
    address: string
  }): Promise<AtomicSupport | undefined>
  /**
   * Opens the wallet's own settings, if it has some inside the page. With `place: 'email'`, they
   * open at the change of the e-mail address. Resolves when the visitor closes them.
   * @throws KitError userRejected where a window was closed, requestAborted …
   */
  openSettings?(parameters?: { place?: 'email'; signal?: AbortSignal }): Promise<void>
  /**
   * Chooses the kind of account, in a wallet with login that has smart accounts. Resolves when the
   * account has been read again.
   * @throws KitError userRejected, actionNotAllowed where the wallet has no smart account
   */
  setPreferredAccountType?(parameters: { type: AccountType; signal?: AbortSignal }): Promise<void>
  /**
   * Notifies the wallet that the site disconnects.
   * @throws when the wallet cannot be reached
   */
  disconnect(): Promise<void>
  /** Stops listening to the wallet. Sends it nothing. */
  close(): void
}

/**
 * Signs the visitor in during the connection, if the wallet can, or right after it. None of the
 * functions throws or rejects.
 */
export type SignInOnConnect = {
  /**
   * Whether the next `prepare` requests the message from the site, so that the visitor can be
   * informed before.
   */
  requestsMessage(): boolean
  /**
   * The facts of the sign-in. Before the account is known, `account` has a placeholder as its
   * address. Undefined: the visitor signs in after the connection.
   */
  prepare(account: SiwxAccount): Promise<SiwxMessageData | undefined>
  /**
   * Passes the signed messages to the site. A source calls it before it returns the links of the
   * accounts. After an abort, the site has none of the messages.
   */
  storeSessions(signed: readonly SiwxSession[], signal?: AbortSignal): Promise<void>
  /**
   * Lets the sign-in screen request the signature without a press, because the wallet could not
   * sign as it connected, and the visitor is using the wallet now. Applies to the first of these
   * accounts that the screen shows.
   */
  promptNext(accountIds: readonly AccountId[]): void
}

/** A request to connect through a source. Aborting ends the wait, not the wallet's window. */
export type SourceConnectParameters = {
  connectorId: string
  namespace: Namespace
  /** The visitor's network. Requested from wallets that accept such a request. */
  networkId?: NetworkId
  /** The wallet of the list to connect, where the connector leads to many. */
  wallet?: Wallet
  login?: Login
  signIn?: SignInOnConnect
  signal?: AbortSignal
  onStep?: (step: ConnectStep) => void
}

/**
 * An origin of wallets: this browser, phones, logins, the site's own connections. Several sources
 * may serve one namespace.
 */
export type ConnectorSource = {
  readonly namespaces: readonly Namespace[]
  /**
   * One of its connectors leads to any number of wallets: a visitor who is connected through it may
   * connect another one.
   */
  readonly hasManyWallets?: boolean
  /**
   * The connections are the site's own: the kit lists no wallets of this browser beside them. If
   * two sources report the same connector id, this source is used.
   */
  readonly isSiteOwned?: boolean
  /** Reports connectors and follows their changes until the returned function is called. */
  watch(): () => void
  /**
   * Whether the source has reported all its connectors on this page. False until its code has
   * loaded. Without this function, the kit can't know whether the source is complete.
   */
  isComplete?(): boolean
  /**
   * Fetches the code and data for connecting before a visitor chooses. Never fails: a failed fetch
   * is repeated later.
   */
  prepare(): void
  /**
   * Opens the connections that connecting needs, when a visitor presses a button that leads to it.
   * They close by themselves if no connect follows. Never fails.
   */
  preconnect?(): void
  /**
   * Opens the window that a login needs, during the visitor's press: browsers refuse to open it
   * later. The next `connect` with this login uses the window. Without one, the window closes by
   * itself. Never fails.
   */
  openWindow?(login: Login): void
  /**
   * Requests a connection from a wallet. One request may return links in several namespaces.
   * @throws KitError with the codes of docs/contracts/product.md#wallet-rpc-codes
   */
  connect(parameters: SourceConnectParameters): Promise<readonly Link[]>
  /**
   * Reconnects a wallet of an earlier visit without any prompt. Returns no link when the wallet is
   * missing or no longer permits this site.
   * @throws when the wallet's answer is invalid
   */
  restore(parameters: {
    connectorId: string
    namespace: Namespace
    signal?: AbortSignal
  }): Promise<readonly Link[]>
}

/** The tools that the kit gives a source. */
export type SourceHost = {
  kit: Kit
  /** Sets all connectors of the source that are known now. */
  setConnectors(connectors: readonly Connector[]): void
}

/** Makes a source for one kit. */
export type SourceFactory = { create(host: SourceHost): ConnectorSource }
