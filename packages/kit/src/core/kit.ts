import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { StoreApi } from 'zustand/vanilla'
import type { ChainAdapter } from './adapter.ts'
import type { ConnectStep, Link, Pairing } from './connectorSource.ts'
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
import type { Account, KitState, Texts } from './state.ts'
import type { KitStorage } from './storage.ts'
import type { Screens } from './screens.ts'
import type { Wallet, WalletList, WalletListParameters } from './wallet.ts'
import type { Manifests } from '../react/features/manifests.ts'
import type { OpenableView } from '../react/features/registry.ts'
import type { TextSource } from '../react/i18n/applyTexts.ts'

/** Which wallet, and what the caller wants to hear on the way. */
export type ConnectParameters = {
  connectorId?: string
  /** The wallet of the list that is meant by the connector `walletConnect`; it is remembered as a recent one. */
  wallet?: Wallet
  /** Of a wallet of several: the one to connect. @default the first that it announced */
  namespace?: Namespace
  networkId?: NetworkId
  /** How to come in by a connector of the type `auth`; by the first that lets people in so, where none is named. */
  login?: Login
  signal?: AbortSignal
  /** Shows another pairing whenever one has run out, until the signal aborts: it stays one attempt. For the connector `walletConnect`. @default false */
  renew?: boolean
  /** Called with each pairing that a phone can scan or open, and again once it is ready. For the connector `walletConnect`. */
  onPairing?: (pairing: Pairing) => void
  /** Called with each thing that the visitor has to do before it goes on; a pairing is one of them. */
  onStep?: (step: ConnectStep) => void
}

/** A transaction that was sent without the kit. `networkId` @default where the visitor stands; `address`, its sender @default the current account; `description` is what the list of activity says of it. */
export type FollowParameters = { hash: string; networkId?: NetworkId | string; address?: string; description?: TransactionDescription }

/** Which connection ends: the current one unless a wallet is named, or all of them. `namespace` of a wallet that is connected in several. */
export type DisconnectParameters = { connectorId?: string; namespace?: Namespace; all?: boolean; signal?: AbortSignal }

/** How a flow of the modal ended. */
export type FlowResult = { status: 'connected'; account: Account } | { status: 'refused'; error: KitError }

/** What `open` shows: a view of the modal, by its name (spec section 2). Without one: Account when connected, else Connect. */
export type OpenOptions = { view?: OpenableView }

/** What the kit's own actions work with. */
export type KitContext = {
  options: KitOptions
  networks: readonly KitNetwork[]
  adapters: ChainAdapter[]
  sources: Sources
  /** What the kit is connected to, and what is on its way. */
  links: {
    /** By `keyOfLink`; `close` ends what follows the link. */
    all: Map<string, { link: Link; close: () => void }>
    /** By connector: who waits for a wallet's answer, with the answer of an earlier attempt that came late. */
    attempts: Map<string, (links: readonly Link[]) => void>
    /** By connector: farewells that the wallet has not answered yet. A new request would be revoked by them. */
    leaving: Map<string, Promise<unknown>>
    /** By connection: wallets of an earlier visit that are being asked whether they come back. */
    restoring: Map<string, Promise<readonly Link[]>>
  }
  storage: KitStorage
  clock: Clock
  fetch: typeof fetch
  /** Undefined when the site named no API. */
  api: ApiContext | undefined
  /** Whether a button of the kit's is in the page, or was, so that a press may come; from the beginning where the site's `preload` is `'idle'`. */
  press: StoreApi<{ isLikely: boolean }>
  /** What the modal tells of its screens. */
  screens: StoreApi<Screens>
  /** The features of the modal, once its code has come. */
  manifests?: Manifests
  /** The parts of the modal whose texts are wanted, and what came of them in which language; undefined before the first. */
  texts?: { parts: Set<TextSource>; locale?: Locale; came?: Texts }
  /** Whether a `KitProvider` shows the modal of this kit. */
  hasProvider: boolean
  /** From the last start until its stop, which aborts it; undefined before the first. */
  life?: AbortController
  /** Why connecting last came to nothing, by the opening of the modal that it was in; never that somebody turned back. */
  refusal?: { readonly [request: number]: unknown }
  /** When something last failed, in milliseconds, by the name of what it was. */
  failures: Map<string, number>
  /** The kit's own query client, made when something is first asked. */
  queries(): Promise<Queries>
}

/** One kit: a value, never a singleton. Made by `createKit`. */
export type Kit = {
  /** Everything the kit knows, as a zustand store. */
  readonly store: StoreApi<KitState>
  readonly context: KitContext
  /** What is known now. */
  getState(): KitState
  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: (state: KitState, previous: KitState) => void): () => void
  /** Looks for wallets and for the connection of an earlier visit. `KitProvider` does it; call it yourself only without React. Returns its stop. */
  start(): () => void
  /**
   * Opens the modal on a view; resolves when that flow ended. A visitor who is not connected connects first, and then sees a view that
   * needs an account. @throws KitError modalMissing without a `KitProvider`, optionInvalid for a view that is unknown or switched off
   */
  open(options?: OpenOptions): Promise<FlowResult>
  /** Closes the modal. */
  close(): void
  /**
   * With a `connectorId` or a `login`: connects that wallet. Without: the account there is, or the modal.
   * @throws KitError userRejected, resourceUnavailable, walletTimeout, connectorNotFound, connectionClosed, requestAborted …; optionInvalid
   *   for a login that is none, addressOrConnectorMissing where no connector lets people in so
   */
  connect(parameters?: ConnectParameters): Promise<Account>
  /**
   * Wallets to choose from, a page or a search at a time, for a list of one's own: those that the site names itself, before the first page, and the catalogue's.
   * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
   */
  wallets(parameters?: WalletListParameters): Promise<WalletList>
  /** Disconnects the current wallet, another one, or all. @throws KitError disconnectFailed when a wallet could not be told; it is forgotten here all the same */
  disconnect(parameters?: DisconnectParameters): Promise<void>
  /** Makes another connected wallet the current one, with its network. @throws KitError providerDisconnected when it is not connected */
  switchConnection(parameters: { connectorId: string; namespace?: Namespace }): Promise<Account>
  /**
   * What a library of the chain takes in place of a wallet, for the namespace of the first network unless another one is named. It follows
   * whatever the kit is connected to. eip155: an EIP-1193 provider. @throws KitError connectionMissing for a namespace without an adapter
   */
  getProvider(parameters?: { namespace?: Namespace }): unknown
  /** Changes the network, in the wallet too when one is connected. @throws KitError networkNotFound, userRejected, switchChain … */
  switchNetwork(parameters: { networkId: NetworkId | string; signal?: AbortSignal }): Promise<void>
  /** One JSON-RPC call: signing methods to the wallet, everything else to the network's node. EIP-1193's `request`. `namespace` @default the active one */
  request(parameters: { method: string; params?: readonly unknown[] | object; namespace?: Namespace; signal?: AbortSignal }): Promise<unknown>
  /** Signs a text with the current account. @returns the signature, hex. @throws KitError addressMissing, userRejected … */
  signMessage(parameters: { message: string; signal?: AbortSignal }): Promise<string>
  /**
   * Sends a transaction from the current account, and follows it in the state's `pending`. `description` is what the list of activity says of it. `onAsked` gets the
   * wallet's own answer, which may come after the wait has ended. @returns its hash. @throws KitError addressMissing, userRejected …
   */
  sendTransaction(parameters: Transaction & { description?: TransactionDescription; signal?: AbortSignal; onAsked?: (answer: Promise<string>) => void }): Promise<string>
  /**
   * Follows a transaction that was sent without the kit, as the kit follows its own: `pending` of the state and the list of activity have it, in every tab and after a
   * reload; where nobody is connected then, once somebody is. Resolves once it is remembered. What goes through `getProvider()` or `request()` is followed by itself.
   * @throws KitError optionInvalid for a hash, an address or a description that is none, networkNotFound for a network that the site does not name,
   *   addressMissing without an account and an `address`, actionNotAllowed while 99 transactions wait
   */
  followTransaction(parameters: FollowParameters): Promise<void>
  /** Changes the language of every text. */
  setLocale(locale: Locale): void
  /** Changes the look at once. */
  setTheme(theme: { mode?: ThemeMode; variables?: ThemeVariables }): void
}
