import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ConnectMethod } from './events.ts'
import type { Kit } from './kit.ts'
import type { Login, Logins } from './login.ts'
import type { Connection } from './session.ts'
import type { SiwxAccount, SiwxMessageData, SiwxSession } from './siwx.ts'
import type { Wallet } from './wallet.ts'

/**
 * A way to connect: a wallet of this browser, the connector for phones, or an embedded wallet that
 * visitors log in to. All its text is cut and cleaned; it may be shown.
 */
export type Connector = {
  /**
   * Unique in its namespace: the reverse domain name of the wallet where it has one. Without a
   * colon, see `connectorIdOf`.
   */
  id: string
  name: string
  /** A `data:image/…` URI. */
  icon?: string
  namespace: Namespace
  /**
   * Its id was made from its name, as it has none of its own. It stands in one row with the wallet
   * of that name in another namespace.
   */
  isByName?: true
  /** The kind of connector. `auth` is not yet a wallet of the visitor: the login creates it. */
  type: 'injected' | 'external' | 'walletConnect' | 'auth'
  /** Login methods of a connector of the type `auth`. */
  logins?: Logins
  /** The page runs in this wallet's own browser: the visitor needs no other wallet there. */
  isHome?: boolean
  /**
   * It shows windows of its own inside the page, which a modal dialog would block: the kit's dialog
   * leaves them reachable.
   */
  isInPage?: boolean
}

/**
 * A link that a phone scans or opens. `expiresAt` in milliseconds. It is reported twice: as soon as
 * it is made, and with `isReady` once the relay is reached; a phone that reads it earlier does not
 * find the page yet.
 */
export type Pairing = { uri: string; expiresAt: number; isReady: boolean }

/**
 * A code was mailed. `submit` resolves when it was right. @throws KitError codeWrong, codeExpired,
 * codeSpent. `resend` mails another one, from `resendAt` on (milliseconds); it reports a new step.
 * @throws KitError emailCooldown
 */
export type CodeStep = {
  type: 'codeSent'
  email: string
  resendAt: number
  submit: (code: string) => Promise<void>
  resend: () => Promise<void>
}

/**
 * A link was mailed, to the address that the visitor typed. `resend` mails another one, from
 * `resendAt` on (milliseconds); it reports a new step: this one again, or that of a code where the
 * link needs another one. @throws KitError emailCooldown
 */
export type LinkStep = {
  type: 'linkSent'
  email: string
  resendAt: number
  resend: () => Promise<void>
}

/**
 * A step on the way to a connection. The visitor has to scan or open a pairing, enter a code from
 * an e-mail, approve a link from an e-mail (without `email` where a company told the address),
 * answer in a window. `windowDone`: that answer has come, and the account is being opened.
 */
export type ConnectStep =
  | ({ type: 'pairing' } & Pairing)
  | CodeStep
  | LinkStep
  | { type: 'linkSent'; email?: undefined }
  | { type: 'windowOpened'; focus: () => void }
  | { type: 'windowDone' }

/**
 * Whether a wallet undoes several calls as a whole where one fails: it does, it would after a
 * change of the account, or it sends them one after another. EIP-5792
 */
export type AtomicSupport = 'supported' | 'ready' | 'unsupported'

/** The accounts and the network of a link. */
export type LinkState = Omit<Connection, 'connectorId'>

/** A wallet that a source has reached in one namespace. `connection/` makes its session from it. */
export type Link = {
  /**
   * The id of its connector. A connector that leads to several wallets adds a colon and a further
   * name.
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
   * Calls back with each new state, and with undefined when the wallet has left, until the returned
   * function is called.
   */
  subscribe(listener: (state: LinkState | undefined) => void): () => void
  /**
   * Switches the network in a special way, where the provider is not enough. @throws what the
   * wallet answers
   */
  switchNetwork?(parameters: { networkId: NetworkId; signal?: AbortSignal }): Promise<void>
  /** Records the wallet's actual network where the wallet did not report it. */
  recordState?(state: Pick<LinkState, 'networkId'>): void
  /** Makes it the current one at its source too, if the source has a current one. */
  makeCurrent?(): void
  /**
   * What a wallet told as it connected about several calls at once, for an address on a network;
   * undefined where it told nothing. Only wallets that no request in the background may wake have
   * it; any other one is asked. EIP-5792
   */
  reportedAtomic?(account: {
    networkId: NetworkId
    address: string
  }): Promise<AtomicSupport | undefined>
  /**
   * Opens the wallet's own settings, where it has some inside the page; `place`: at the change of
   * the e-mail address. Resolves when the visitor closes them. @throws KitError userRejected where
   * a window was closed, requestAborted …
   */
  openSettings?(parameters?: { place?: 'email'; signal?: AbortSignal }): Promise<void>
  /** Tells the wallet that the site disconnects. @throws when the wallet cannot be reached */
  disconnect(): Promise<void>
  /** Stops listening to the wallet, and sends it nothing. */
  close(): void
}

/**
 * Signing in within the step of connecting, for wallets that can, or right after it. None of the
 * functions fails.
 */
export type SignInOnConnect = {
  /** Whether the next `prepare` asks the site for its message: what the visitor is told before. */
  requestsMessage(): boolean
  /**
   * The facts of the sign-in, with the given address in the place of an account that is not known
   * yet. Undefined: the visitor is asked once connected.
   */
  prepare(account: SiwxAccount): Promise<SiwxMessageData | undefined>
  /**
   * Gives the site what the wallet signed, before the links of the accounts are handed over.
   * Aborted, nothing of it is left there.
   */
  storeSessions(signed: readonly SiwxSession[], signal?: AbortSignal): Promise<void>
  /**
   * The wallet could not sign as it connected, and the visitor has it in hand: the sign-in screen
   * asks it without a press, for the first of these accounts that is shown there.
   */
  promptNext(accountIds: readonly AccountId[]): void
}

/** A request to connect through a source. Aborting ends the wait, not the wallet's window. */
export type SourceConnectParameters = {
  connectorId: string
  namespace: Namespace
  /** The visitor's network; requested from wallets that accept such a request. */
  networkId?: NetworkId
  /** The wallet of the list to connect, where the connector leads to many. */
  wallet?: Wallet
  login?: Login
  signIn?: SignInOnConnect
  signal?: AbortSignal
  onStep?: (step: ConnectStep) => void
}

/**
 * The origin of wallets: this browser, phones, logins, the site's own connections. Any number of
 * sources serve one namespace side by side.
 */
export type ConnectorSource = {
  readonly namespaces: readonly Namespace[]
  /**
   * One of its connectors leads to any number of wallets: a visitor connected through it may
   * connect another one.
   */
  readonly hasManyWallets?: boolean
  /**
   * The connections are the site's own: the kit lists no wallets of this browser beside them. When
   * two connectors have one id, this source's is used.
   */
  readonly isSiteOwned?: boolean
  /** Reports connectors and follows their changes until the returned function is called. */
  watch(): () => void
  /**
   * Whether every connector that it has on this page is reported by now, as its code has loaded.
   * Without it, that is never known.
   */
  isComplete?(): boolean
  /**
   * Fetches the code and data that connecting will need, before a visitor chooses. Never fails: a
   * fetch that failed is repeated later.
   */
  prepare(): void
  /**
   * Opens what connecting will need, when a visitor presses what leads to it; what was opened
   * closes by itself if no connect follows. Never fails.
   */
  preconnect?(): void
  /**
   * Opens the window that a login needs, during the visitor's press: later, browsers refuse it. The
   * next `connect` with the login uses it; without one it closes by itself. Never fails.
   */
  openWindow?(login: Login): void
  /**
   * Requests a connection from a wallet. One connect may bring links in several namespaces. @throws
   * KitError with the codes of the wallet table (spec section 8)
   */
  connect(parameters: SourceConnectParameters): Promise<readonly Link[]>
  /**
   * Reconnects a wallet of an earlier visit without any prompt; no link when the wallet is missing
   * or no longer admits this site. @throws when the wallet does not answer as it should
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
