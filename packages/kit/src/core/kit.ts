import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { Language } from '@latchkey/words/createLanguage'
import type { StoreApi } from 'zustand/vanilla'
import type { ChainAdapter } from './adapter.ts'
import type { ConnectStep, Link, Pairing, SignInOnConnect } from './connectorSource.ts'
import type { Sources } from './createSources.ts'
import type { ApiContext } from './callApi.ts'
import type { Clock } from './clock.ts'
import type { Queries } from './createQueries.ts'
import type { KitError } from './KitError.ts'
import type { Locale } from './locale.ts'
import type { Login } from './login.ts'
import type { KitNetwork } from './network.ts'
import type { KitOptions, ThemeMode, ThemeVariables } from './options.ts'
import type { TransactionDescription } from './pendingTransactions.ts'
import type { Account, KitState } from './state.ts'
import type { WalletUser } from './session.ts'
import type { KitStorage } from './storage.ts'
import type { Screens } from './screens.ts'
import type { SignInStatus, Siwx, SiwxSession } from './siwx.ts'
import type { Wallet, WalletList, WalletListParameters } from './wallet.ts'
import type { Manifests } from '../react/features/manifests.ts'
import type { OpenableView, OpeningParameters } from '../react/features/registry.ts'

/** The wallet to connect, and callbacks for the steps until it is connected. */
export type ConnectParameters = {
  connectorId?: string
  /**
   * The wallet of the list to connect by the connector `walletConnect`; it is remembered as a
   * recent one.
   */
  wallet?: Wallet
  /** The namespace to connect, for a wallet with several. @default the first that it announced */
  namespace?: Namespace
  /** The network to begin on, one of the site's: `'eip155:1'`. @default the current one */
  networkId?: NetworkId | string
  /**
   * The login for a connector of the type `auth`; without `connectorId`, the first connector that
   * supports this login is used.
   */
  login?: Login
  signal?: AbortSignal
  /**
   * Shows a new pairing each time one expires, until the signal aborts: it stays one attempt. For
   * the connector `walletConnect`. @default false
   */
  renew?: boolean
  /**
   * Called with each pairing that a phone can scan or open, and again once it is ready. For the
   * connector `walletConnect`.
   */
  onPairing?: (pairing: Pairing) => void
  /**
   * Called with each step that the visitor has to take before connecting continues; a pairing is
   * one of them.
   */
  onStep?: (step: ConnectStep) => void
}

/**
 * A transaction that was sent without the kit. `networkId` @default the visitor's network;
 * `address`, its sender @default the current account; `description` is its text in the list of
 * activity. `transaction` is what the wallet was asked to send: it is described where `description`
 * is missing, and on Solana compared with what is on the chain.
 */
export type FollowParameters = {
  hash: string
  networkId?: NetworkId | string
  address?: string
  description?: TransactionDescription
  transaction?: Transaction
}

/**
 * The connection to end: the current one unless a wallet is named, or all of them. `namespace`
 * selects one of a wallet that is connected in several.
 */
export type DisconnectParameters = {
  connectorId?: string
  namespace?: Namespace
  all?: boolean
  signal?: AbortSignal
}

/** How a flow of the modal ended. */
export type FlowResult =
  | { status: 'connected'; account: Account }
  | { status: 'refused'; error: KitError }

/**
 * The view of the modal that `open` shows, by its name (spec section 2), with its parameters.
 * Without one: Account when connected, else Connect. `namespace`, with the view Connect: the
 * namespace in which an account is connected, beside those of other namespaces; only its wallets
 * are listed. @default any; a visitor who is connected sees Account
 */
export type OpenOptions =
  | { view?: OpenableView; namespace?: Namespace }
  | {
      [view in keyof OpeningParameters]: { view: view } & OpeningParameters[view]
    }[keyof OpeningParameters]

/** The shared state and tools of the kit's own actions. */
export type KitContext = {
  options: KitOptions
  networks: readonly KitNetwork[]
  adapters: ChainAdapter[]
  sources: Sources
  /** The kit's connections, and those that are being made, ended or restored. */
  links: {
    /** By `keyOfLink`; `close` stops following the link. */
    all: Map<string, { link: Link; close: () => void }>
    /**
     * By connector: a callback that waits for a wallet's answer; it may get the late answer of an
     * earlier attempt.
     */
    attempts: Map<string, (links: readonly Link[]) => void>
    /**
     * By connector: disconnect messages that the wallet has not answered yet. They would revoke a
     * new request.
     */
    disconnecting: Map<string, Promise<unknown>>
    /** By connection: wallets of an earlier visit that are being reconnected. */
    restoring: Map<string, Promise<readonly Link[]>>
  }
  storage: KitStorage
  clock: Clock
  fetch: typeof fetch
  /** Undefined when the site named no API. */
  api: ApiContext | undefined
  /**
   * Whether a button of the kit's is in the page, or was, so that a press may come; from the
   * beginning where the site's `preload` is `'idle'`.
   */
  press: StoreApi<{ isLikely: boolean }>
  /** What the modal tells of its screens. */
  screens: StoreApi<Screens>
  /** The features of the modal, once its code has loaded. */
  manifests?: Manifests
  /** The language of the modal's texts; undefined before the first are needed. */
  language?: Language
  /** How the site signs visitors in; undefined without the option. */
  siwx?: Siwx
  /** Signing in within the step of connecting, once the code of signing in has loaded. */
  signInOnConnect?: SignInOnConnect
  /**
   * Whether the code that made the kit still runs: a kit that is rendered then was made by a
   * component.
   */
  isBeingMade: boolean
  /** Whether a `KitProvider` shows the modal of this kit. */
  hasProvider: boolean
  /** From the last start until its stop, which aborts it; undefined before the first. */
  life?: AbortController
  /**
   * The last error of connecting, by the opening of the modal in which it happened; never that the
   * visitor turned back.
   */
  connectErrors?: { readonly [request: number]: unknown }
  /** The time of the last failure, in milliseconds, by the name of what failed. */
  failures: Map<string, number>
  /** The kit's own query client, made on first use. */
  queries(): Promise<Queries>
}

/** One kit: a value, never a singleton. Made by `createKit`. */
export type Kit = {
  /** Everything the kit knows, as a zustand store. */
  readonly store: StoreApi<KitState>
  readonly context: KitContext
  /** The current state. */
  getState(): KitState
  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: (state: KitState, previous: KitState) => void): () => void
  /**
   * Looks for wallets and for the connection of an earlier visit. `KitProvider` calls it; call it
   * yourself only without React. Returns its stop.
   */
  start(): () => void
  /**
   * Opens the modal on a view; resolves when that flow ended. A visitor who is not connected
   * connects first, and then sees a view that needs an account. @throws KitError modalMissing
   * without a `KitProvider`; optionInvalid for a view that is unknown or switched off, or a
   * parameter that is unknown, wrong or missing; networkNotFound
   */
  open(options?: OpenOptions): Promise<FlowResult>
  /** Closes the modal. */
  close(): void
  /**
   * With a `connectorId` or a `login`: connects that wallet. Without: the account there is, or the
   * modal.
   * @throws KitError userRejected, resourceUnavailable, walletTimeout, connectorNotFound,
   *   connectionClosed, requestAborted …; networkNotFound for a network that
   *   the site does not name; optionInvalid for an invalid login, addressOrConnectorMissing where no connector supports this login
   */
  connect(parameters?: ConnectParameters): Promise<Account>
  /**
   * Wallets to choose from, a page or a search at a time, for the site's own list: before the first
   * page the wallets that the site names itself, then the catalogue's.
   * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
   */
  wallets(parameters?: WalletListParameters): Promise<WalletList>
  /**
   * Disconnects the current wallet, another one, or all. @throws KitError disconnectFailed when a
   * wallet could not be reached; the kit forgets it all the same
   */
  disconnect(parameters?: DisconnectParameters): Promise<void>
  /**
   * Makes another connected wallet the current one, with its network. @throws KitError
   * providerDisconnected when it is not connected
   */
  switchConnection(parameters: { connectorId: string; namespace?: Namespace }): Promise<Account>
  /**
   * The object that a library of the chain takes in place of a wallet, for the namespace of the
   * first network unless another one is named. It follows the kit's current connection. eip155: an
   * EIP-1193 provider; solana: a wallet of the Wallet Standard. @throws KitError connectionMissing
   * for a namespace without an adapter
   */
  getProvider(parameters?: { namespace?: Namespace }): unknown
  /**
   * Changes the network, in the wallet too when one is connected. @throws KitError networkNotFound,
   * userRejected, switchChain …
   */
  switchNetwork(parameters: { networkId: NetworkId | string; signal?: AbortSignal }): Promise<void>
  /**
   * One JSON-RPC call: signing methods to the wallet, everything else to the network's node.
   * EIP-1193's `request`. `namespace` @default the active one
   */
  request(parameters: {
    method: string
    params?: readonly unknown[] | object
    namespace?: Namespace
    signal?: AbortSignal
  }): Promise<unknown>
  /**
   * Signs a text with the current account. `namespace` @default the active one. @returns the
   * signature, as the wallets of its chain write it.
   * @throws KitError addressMissing, userRejected …; optionInvalid for a message that is no text
   */
  signMessage(parameters: {
    message: string
    namespace?: Namespace
    signal?: AbortSignal
  }): Promise<string>
  /**
   * Sends a transaction from the current account, and follows it in the state's `pending`.
   * `description` is its text in the list of activity. `onAsked` gets the wallet's own answer,
   * which may arrive after the wait has ended. @returns its hash. @throws KitError addressMissing,
   * userRejected …
   */
  sendTransaction(
    parameters: Transaction & {
      description?: TransactionDescription
      signal?: AbortSignal
      onAsked?: (answer: Promise<string>) => void
    },
  ): Promise<string>
  /**
   * Follows a transaction that was sent without the kit, as the kit follows its own: `pending` of
   * the state and the list of activity have it, in every tab and after a reload; where nobody is
   * connected then, once somebody is. Resolves once it is remembered. What goes through
   * `getProvider()` or `request()` is followed by itself.
   * @throws KitError optionInvalid for a hash, an address or a description that is none,
   *   networkNotFound for a network that the site does not name,
   *   addressMissing without an account and an `address`, actionNotAllowed while 99 transactions wait
   */
  followTransaction(parameters: FollowParameters): Promise<void>
  /**
   * Signs the current account in by the option `siwx`: the wallet signs the site's message, and the
   * site gets the session.
   * @throws KitError siwxDisabled without the option, addressMissing, signatureDeclined,
   *   answerInvalid for a message that is not the account's, and what the wallet and the site's
   *   functions answer
   */
  signIn(parameters?: { signal?: AbortSignal }): Promise<SiwxSession>
  /**
   * Ends the session of the current account on its network; where signing in is required,
   * disconnects its wallet, too.
   * @throws KitError siwxDisabled, addressMissing, disconnectFailed, and what the site's function
   *   throws; the account is then still signed in
   */
  signOut(): Promise<void>
  /**
   * Asks the site again whether the current account is signed in. @throws KitError siwxDisabled,
   * addressMissing
   */
  checkSignIn(parameters?: { signal?: AbortSignal }): Promise<SignInStatus>
  /**
   * Opens the e-mail wallet's settings at the change of the address; the visitor types it there,
   * with a code from each of the two mails. Resolves when the visitor closes them, with what the
   * wallet then tells of its user: the new address, or the one of before. Call it in the handler of
   * a press: it may open a window.
   * @throws KitError addressOrConnectorMissing while no e-mail wallet is connected, userRejected,
   *   requestAborted …
   */
  updateEmail(parameters?: { signal?: AbortSignal }): Promise<WalletUser>
  /** Changes the language of every text. */
  setLocale(locale: Locale): void
  /** Changes the theme at once. */
  setTheme(theme: { mode?: ThemeMode; variables?: ThemeVariables }): void
}
