import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Grant, GrantRequest } from '@latchkey/protocol/sessions/grant'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { StoreApi } from 'zustand/vanilla'
import type { ConnectStep, Pairing } from '../contracts/connectorSource.ts'
import type { SmartSession, SmartSessionsState } from '../contracts/facets/smartSessions.ts'
import type { KitError } from '../errors/KitError.ts'
import type { Locale } from '../options/locale.ts'
import type { Login } from '../contracts/login.ts'
import type { ThemeMode, ThemeVariables } from '../options/options.ts'
import type { TransactionDescription } from '../transactions/pendingTransactions.ts'
import type { Account, KitState } from './state.ts'
import type { WalletUser } from '../accounts/session.ts'
import type { AccountType } from '../accounts/sharedAccount.ts'
import type { SignInStatus, SiwxSession } from '../contracts/siwx.ts'
import type { Wallet, WalletList, WalletListParameters } from '../contracts/wallet.ts'
import type { OpenableView, OpeningParameters } from './featureTypes.ts'

/** The wallet to connect, and callbacks for the steps before the connection. */
export type ConnectParameters = {
  connectorId?: string
  /**
   * The wallet of the list to connect by the connector `walletConnect`. It is stored as a recent
   * wallet.
   */
  wallet?: Wallet
  /**
   * The namespace to connect, for a wallet with several.
   * @default the first that the wallet announced
   */
  namespace?: Namespace
  /**
   * The network on which to connect, one of the site's: `'eip155:1'`.
   * @default the current one
   */
  networkId?: NetworkId | string
  /**
   * The login for a connector of the type `auth`. Without `connectorId`, the first connector that
   * supports this login is used.
   */
  login?: Login
  signal?: AbortSignal
  /**
   * Makes a new pairing each time one expires, until the signal aborts. All of them belong to one
   * attempt to connect. For the connector `walletConnect`.
   * @default false
   */
  renew?: boolean
  /**
   * Called with each pairing that a phone can scan or open, and again once it is ready. For the
   * connector `walletConnect`.
   */
  onPairing?: (pairing: Pairing) => void
  /**
   * Called with each step that the visitor has to take before the connection. A pairing is one of
   * them.
   */
  onStep?: (step: ConnectStep) => void
}

/**
 * A transaction that was sent without the kit.
 * - `networkId`: the transaction's network. Without it, the visitor's network
 * - `address`: the sender. Without it, the current account
 * - `description`: the transaction's text in the list of activity
 * - `transaction`: the request to the wallet. The kit describes it if `description` is missing, and
 *   on Solana compares it with the transaction on the chain
 */
export type FollowParameters = {
  hash: string
  networkId?: NetworkId | string
  address?: string
  description?: TransactionDescription
  transaction?: Transaction
}

/**
 * The connection to end: the current one, that of a wallet, or all of them. If a wallet is
 * connected in several namespaces, `namespace` selects one of its connections.
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
 * The view of the modal that `open` shows, by its name, with its parameters. Without a view:
 * Account when connected, else Connect.
 *
 * `namespace`, only with the view Connect: lists only wallets of this namespace. Accounts of other
 * namespaces stay connected.
 * @default any namespace; a visitor who is connected sees Account
 */
export type OpenOptions =
  | { view?: OpenableView; namespace?: Namespace }
  | {
      [view in keyof OpeningParameters]: { view: view } & OpeningParameters[view]
    }[keyof OpeningParameters]

/**
 * The permissions that the account in use has granted to this site, on all its networks.
 * @throws KitError smartSessionsDisabled without `features.smartSessions`, smartSessionsUnsupported
 *   on a chain without such permissions, addressMissing without an account
 */
export type KitSessions = {
  /** Whether the account's wallet grants permissions. False where it does not answer. */
  isSupported(): Promise<boolean>
  /**
   * The sessions, newest first. The site's API lists those that have ended, too; wallets do not.
   * They are cached for 30 s.
   * @throws KitError if neither the site's API nor the wallet lists them, which does not mean that
   *   there are none
   */
  list(parameters?: { signal?: AbortSignal }): Promise<readonly SmartSession[]>
  /**
   * Ends a session. Resolves when the chain refuses it.
   * @throws KitError userRejected and other errors of the wallet; transactionRejected, httpTimeout;
   *   optionInvalid for anything else than a session of `list`
   */
  revoke(session: SmartSession, parameters?: { signal?: AbortSignal }): Promise<void>
  /**
   * Ends all sessions that still count, one after another.
   * @throws KitError as `revoke`; the sessions before the failure have ended
   */
  revokeAll(parameters?: { signal?: AbortSignal }): Promise<void>
  /** Requests the sessions again, for all who follow them. */
  refetch(): Promise<void>
  /**
   * Calls back with the sessions, and with each change of them or of the account, until the
   * returned function is called.
   */
  subscribe(listener: (state: SmartSessionsState) => void): () => void
}

/** One kit: a value, never a singleton. Made by `createKit`. */
export type Kit = {
  /** The state of the kit, as a zustand store. */
  readonly store: StoreApi<KitState>
  /** The current state. */
  getState(): KitState
  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: (state: KitState, previous: KitState) => void): () => void
  /**
   * Looks for wallets and for the connection of an earlier visit. `KitProvider` calls it; call it
   * yourself only without React.
   * @returns the function that stops the kit
   */
  start(): () => void
  /**
   * Opens the modal on a view. Resolves when the flow that begins there has ended. If the view
   * needs an account, a visitor without one connects first.
   * @throws KitError modalMissing without a `KitProvider`; optionInvalid for a view that is unknown
   *   or switched off, or a parameter that is unknown, wrong or missing; networkNotFound
   */
  open(options?: OpenOptions): Promise<FlowResult>
  /** Closes the modal. */
  close(): void
  /**
   * Connects a wallet by its `connectorId` or a `login`. Without both: resolves to the connected
   * account, or opens the modal.
   * @throws KitError userRejected, resourceUnavailable, walletTimeout, connectorNotFound,
   *   connectionClosed, requestAborted …; networkNotFound for a network that is not in the site's
   *   `networks`; optionInvalid for an invalid login, addressOrConnectorMissing where no connector
   *   supports this login
   */
  connect(parameters?: ConnectParameters): Promise<Account>
  /**
   * Wallets for the site's own list, by page or by search. The wallets that the site names itself
   * come before the first page of the catalogue.
   * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
   */
  wallets(parameters?: WalletListParameters): Promise<WalletList>
  /**
   * Disconnects the current wallet, another one, or all.
   * @throws KitError disconnectFailed when a wallet could not be reached; the kit forgets it
   *   nevertheless
   */
  disconnect(parameters?: DisconnectParameters): Promise<void>
  /**
   * Makes another connected wallet the current one, with its network. `address` selects one of its
   * accounts, where the wallet has no selected one itself (`isSelectable`).
   * @throws KitError providerDisconnected when it is not connected; unauthorized for an account
   *   that it does not share, methodNotSupported where the wallet selects the account
   */
  switchConnection(parameters: {
    connectorId: string
    namespace?: Namespace
    address?: string
  }): Promise<Account>
  /**
   * The object that libraries of the chain accept as a wallet. It follows the kit's current
   * connection. eip155: an EIP-1193 provider; solana: a wallet of the Wallet Standard. Without
   * `namespace`, for the namespace of the first network.
   * @throws KitError connectionMissing for a namespace without an adapter
   */
  getProvider(parameters?: { namespace?: Namespace }): unknown
  /**
   * Changes the network, in the wallet too when one is connected. @throws KitError networkNotFound,
   * userRejected, switchChain …
   */
  switchNetwork(parameters: { networkId: NetworkId | string; signal?: AbortSignal }): Promise<void>
  /**
   * One JSON-RPC call. Signing methods go to the wallet, all others to the network's node. Same
   * shape as EIP-1193's `request`. Without `namespace`, in the active namespace.
   */
  request(parameters: {
    method: string
    params?: readonly unknown[] | object
    namespace?: Namespace
    signal?: AbortSignal
  }): Promise<unknown>
  /**
   * Signs a text with the current account, in the active namespace unless `namespace` names another
   * one.
   * @returns the signature, in the format of the chain's wallets
   * @throws KitError addressMissing, userRejected …; optionInvalid for a message that is no text
   */
  signMessage(parameters: {
    message: string
    namespace?: Namespace
    signal?: AbortSignal
  }): Promise<string>
  /**
   * Sends a transaction from the current account, and follows it in the state's `pending`.
   * `description` is its text in the list of activity. `onAsked` gets the promise of the wallet's
   * answer, which may arrive after the wait has ended.
   * @returns its hash.
   * @throws KitError addressMissing, userRejected …
   */
  sendTransaction(
    parameters: Transaction & {
      description?: TransactionDescription
      signal?: AbortSignal
      onAsked?: (answer: Promise<string>) => void
    },
  ): Promise<string>
  /**
   * Follows a transaction that was sent without the kit like one of the kit's own: it is in the
   * state's `pending` and in the list of activity, in every tab and after a reload. While no
   * account is connected, the kit begins to follow it when one connects. Resolves when the
   * transaction is stored. Transactions that go through `getProvider()` or `request()` are followed
   * without this call.
   * @throws KitError optionInvalid for an invalid hash, address or description, networkNotFound for
   *   a network that is not in the site's `networks`, addressMissing without an account and an
   *   `address`, actionNotAllowed while 99 transactions are pending
   */
  followTransaction(parameters: FollowParameters): Promise<void>
  /**
   * Signs the current account in by the option `siwx`: the wallet signs the site's message, and the
   * site gets the session.
   * @throws KitError siwxDisabled without the option, addressMissing, signatureDeclined,
   *   answerInvalid for a message that is not the account's, and the errors of the wallet and of
   *   the site's functions
   */
  signIn(parameters?: { signal?: AbortSignal }): Promise<SiwxSession>
  /**
   * Ends the session of the current account on its network. Where signing in is required,
   * disconnects the account's wallet, too.
   * @throws KitError siwxDisabled, addressMissing, disconnectFailed, and the errors of the site's
   *   function, after which the account is still signed in
   */
  signOut(): Promise<void>
  /**
   * Requests again from the site whether the current account is signed in.
   * @throws KitError siwxDisabled, addressMissing
   */
  checkSignIn(parameters?: { signal?: AbortSignal }): Promise<SignInStatus>
  /**
   * Opens the e-mail wallet's settings at the change of the address. The visitor types the new
   * address there, and a code from each of two mails. Resolves when the visitor closes the
   * settings, with the user that the wallet then reports, who may have the new address or still the
   * old one. Call it in the handler of a press: it may open a window.
   * @throws KitError addressOrConnectorMissing while no e-mail wallet is connected, userRejected,
   *   requestAborted …
   */
  updateEmail(parameters?: { signal?: AbortSignal }): Promise<WalletUser>
  /**
   * Chooses the kind of account of the connected e-mail wallet: a smart account, or one that only
   * its key controls. The address stays the same. Resolves with the account, whose `type` is the
   * kind on the current network.
   * @throws KitError addressOrConnectorMissing while no such wallet is connected, optionInvalid for
   *   another type, actionNotAllowed where the wallet has no smart accounts
   */
  setPreferredAccountType(parameters: { type: AccountType; signal?: AbortSignal }): Promise<Account>
  /**
   * Asks the visitor's wallet to let an account of the site act for a while without asking each
   * time. Resolves to what was really granted, which may be less than what the site asked for.
   * @throws KitError smartSessionsDisabled without `features.smartSessions`,
   *   smartSessionsUnsupported on a chain without such permissions, addressMissing, optionInvalid
   *   for a wrong request, networkNotFound, unsupportedMethod where the wallet does not grant it,
   *   userRejected, grantChanged where the wallet granted more, answerInvalid
   */
  grantPermissions(request: GrantRequest & { signal?: AbortSignal }): Promise<Grant>
  /** The permissions that the account in use has granted to this site. */
  readonly sessions: KitSessions
  /** Changes the language of every text. */
  setLocale(locale: Locale): void
  /** Changes the theme at once. */
  setTheme(theme: { mode?: ThemeMode; variables?: ThemeVariables }): void
}
