import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Clock } from './clock.ts'
import type { Login, Logins } from './login.ts'
import type { KitNetwork } from './network.ts'
import type { KitOptions } from './options.ts'
import type { Connection, Session } from './session.ts'
import type { KitStorage } from './storage.ts'
import type { WalletConnect } from '../walletconnect/createWalletConnect.ts'

/** A way to connect: a wallet of this browser, the way to phones, or an embedded wallet that people log in to. Everything in it was cut and cleaned; it may be shown. */
export type Connector = {
  /** Unique in its namespace: the reverse domain name of the wallet where it has one. */
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

/** What the kit gives an adapter to work with. */
export type AdapterHost = {
  /** Those of the adapter's namespace, in the site's order; at least one. */
  networks: readonly KitNetwork[]
  /** What the site asked for. */
  options: KitOptions
  storage: KitStorage
  clock: Clock
  /** The client for phones; undefined where the site named no relay or switched it off. */
  walletConnect: (() => Promise<WalletConnect>) | undefined
  /** Changes the session of the namespace. */
  updateSession(update: (session: Session) => Session): void
  /** All connectors known by now. */
  setConnectors(connectors: readonly Connector[]): void
}

/**
 * What a phone scans or opens. `expiresAt` in milliseconds. It is told twice: as soon as it is made, and with `isReady` once the relay is reached; a phone
 * that reads it before does not find the page yet.
 */
export type Pairing = { uri: string; expiresAt: number; isReady: boolean }

/** Which connector is meant, and what ends the wait. */
type ForConnector = { connectorId: string; signal?: AbortSignal }

/**
 * What one namespace must be able to do. Errors are KitErrors with the codes of the wallet table (spec section 8).
 * The chain SDK behind it is imported on first need.
 */
export type ChainAdapter = {
  readonly namespace: Namespace
  /** Looks for connectors and follows their changes until the returned function is called. */
  watch(): () => void
  /** Fetches what connecting will need, before somebody chooses. Never fails: what did not come is asked for again. */
  prepare(): void
  /**
   * Asks a wallet for its accounts. Aborting ends the wait, not the wallet's window. Where a phone is connected by this connector, another
   * one is shown the way, and stands beside it under an id of its own; `onBeside` is told that before the session says so.
   * `login` says how somebody comes in by a connector of the type `auth`: one that it offers, an address of a form that is one.
   */
  connect(parameters: ForConnector & { networkId?: NetworkId; login?: Login; onPairing?: (pairing: Pairing) => void; onBeside?: (connectorId: string) => void }): Promise<Connection>
  /** Connects without asking anybody; undefined when the wallet is not there, not authorised, or the same provider is connected already. */
  reconnect(parameters: ForConnector): Promise<Connection | undefined>
  /**
   * Forgets the wallet here first, then tells it, unless it was told by somebody else. Aborting ends the wait for its answer.
   * @throws KitError disconnectFailed when it could not be told
   */
  disconnect(parameters: ForConnector & { isTold?: boolean }): Promise<void>
  /** Makes another connection the current one. */
  setCurrent(connectorId: string): Promise<void>
  /** Asks the wallet to change its network; adds it there when the wallet does not know it (4902). */
  switchNetwork(parameters: ForConnector & { networkId: NetworkId }): Promise<void>
  /** One JSON-RPC call: to the wallet when it has a `connectorId`, to the network's node otherwise. */
  request(parameters: { method: string; params?: readonly unknown[] | object; networkId: NetworkId; connectorId?: string; signal?: AbortSignal }): Promise<unknown>
  /** Balances in the smallest unit: the native token first, then `tokens` in their order. @throws when one of them could not be read */
  getBalances(parameters: { address: string; networkId: NetworkId; tokens: readonly string[]; signal?: AbortSignal }): Promise<readonly bigint[]>
  /** Signs a text with an account. EVM: personal_sign (EIP-191). */
  signMessage(parameters: ForConnector & { address: string; message: string }): Promise<string>
  /** Signs and sends a transaction; resolves to its hash once the network took it. `value` and fees in the smallest unit; the wallet chooses fees that are not given. */
  send(parameters: ForConnector & { address: string; networkId: NetworkId; to: string; value?: bigint; data?: `0x${string}`; gas?: bigint; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint }): Promise<string>
}

/** Makes the adapter of a namespace for one kit. */
export type AdapterFactory = { readonly namespace: Namespace; create(host: AdapterHost): ChainAdapter }
