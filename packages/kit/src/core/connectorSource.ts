import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ConnectMethod } from './events.ts'
import type { Kit } from './kit.ts'
import type { Login, Logins } from './login.ts'
import type { Connection } from './session.ts'
import type { Wallet } from './wallet.ts'

/** A way to connect: a wallet of this browser, the way to phones, or an embedded wallet that people log in to. Everything in it was cut and cleaned; it may be shown. */
export type Connector = {
  /** Unique in its namespace: the reverse domain name of the wallet where it has one. Without a colon, see `connectorIdOf`. */
  id: string
  name: string
  /** A `data:image/…` URI. */
  icon?: string
  namespace: Namespace
  /** How it got here; `auth` is no wallet of the visitor's yet, but one that comes with a login. */
  type: 'injected' | 'external' | 'walletConnect' | 'auth'
  /** Of the type `auth`: what it lets people in by. */
  logins?: Logins
  /** The page runs in this wallet's own browser: nobody there wants another one. */
  isHome?: boolean
}

/**
 * What a phone scans or opens. `expiresAt` in milliseconds. It is told twice: as soon as it is made, and with `isReady` once the relay is reached; a phone
 * that reads it before does not find the page yet.
 */
export type Pairing = { uri: string; expiresAt: number; isReady: boolean }

/** What a visitor has to do before a connect goes on: scan or open a pairing, enter a code that was mailed, answer in a window. */
export type ConnectStep =
  | ({ type: 'pairing' } & Pairing)
  | { type: 'codeSent'; submit: (code: string) => Promise<void> }
  | { type: 'windowOpened'; focus: () => void }

/** What a link shares and where it stands. */
export type LinkState = Omit<Connection, 'connectorId'>

/** A wallet that a source has reached in one namespace. `connection/` makes its session of it. */
export type Link = {
  /** That of its connector; of a connector that leads to several wallets, the same with a colon and a name of its own. */
  readonly connectorId: string
  readonly namespace: Namespace
  /** What signs: an EIP-1193 provider for eip155, a Wallet Standard wallet for the others. */
  readonly provider: unknown
  /** How the wallet was reached. */
  readonly method: ConnectMethod
  state(): LinkState
  /** Calls back with each new state, and with nothing when the wallet has left, until the returned function is called. */
  subscribe(listener: (state: LinkState | undefined) => void): () => void
  /** Goes to another network in a way of its own, where the provider is not enough. @throws what the wallet answers */
  switchNetwork?(parameters: { networkId: NetworkId; signal?: AbortSignal }): Promise<void>
  /** Takes note of a network where the wallet turned out to be without saying so. */
  note?(state: Pick<LinkState, 'networkId'>): void
  /** Makes it the current one at its source too, where the source has such a thing. */
  makeCurrent?(): void
  /** Tells the wallet that the site leaves. @throws when it can not be told */
  disconnect(): Promise<void>
  /** Listens to the wallet no longer, and tells it nothing. */
  close(): void
}

/** What a source is asked to connect. Aborting ends the wait, not the wallet's window. */
export type SourceConnect = {
  connectorId: string
  namespace: Namespace
  /** Where the visitor stands; asked for where the wallet can be asked. */
  networkId?: NetworkId
  /** The wallet of the list that is meant, where the connector leads to many. */
  wallet?: Wallet
  login?: Login
  signal?: AbortSignal
  onStep?: (step: ConnectStep) => void
}

/** Where wallets come from: this browser, phones, logins, the site's own connections. Any number of sources serve one namespace side by side. */
export type ConnectorSource = {
  readonly namespaces: readonly Namespace[]
  /** One of its connectors leads to any number of wallets: who is connected by it may connect another one. */
  readonly isMany?: boolean
  /** The connections are the site's own: the kit lists no wallets of this browser beside them, and of two connectors with one id this source's counts. */
  readonly isSites?: boolean
  /** Reports connectors and follows their changes until the returned function is called. */
  watch(): () => void
  /** Fetches what connecting will need, before a visitor chooses. Never fails: what did not come is asked for again. */
  prepare(): void
  /** Asks a wallet. One connect may bring links in several namespaces. @throws KitError with the codes of the wallet table (spec section 8) */
  connect(parameters: SourceConnect): Promise<readonly Link[]>
  /** Takes a wallet of an earlier visit up again without asking anybody; no link when it is not there or lets this site in no more. @throws when the wallet does not answer as it should */
  restore(parameters: { connectorId: string; namespace: Namespace; signal?: AbortSignal }): Promise<readonly Link[]>
}

/** What the kit gives a source. */
export type SourceHost = {
  kit: Kit
  /** All connectors of the source that are known by now. */
  setConnectors(connectors: readonly Connector[]): void
}

/** Makes a source for one kit. */
export type SourceFactory = { create(host: SourceHost): ConnectorSource }
