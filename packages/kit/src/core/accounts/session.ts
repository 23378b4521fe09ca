import type { NetworkId } from '@latchkey/protocol/caip'
import type { AccountType, SharedAccount } from './sharedAccount.ts'
import type { Social } from '../contracts/socials.ts'
import type { Wallet } from '../contracts/wallet.ts'
import type { ConnectMethod } from '../kit/events.ts'

/**
 * The user of a wallet with login, as the wallet reports it. `username`: the user's name at the
 * company of the login. It is cleaned, so a site may show it.
 */
export type WalletUser = { email?: string; username?: string }

/** One connected wallet: its accounts and its network. */
export type Connection = {
  connectorId: string
  /** The accounts that the wallet shares, the selected one first. Never empty, at most 100. */
  accounts: readonly SharedAccount[]
  /** The wallet's network. It may be one that is not in the site's `networks`. */
  networkId: NetworkId
  /** The networks that the wallet approved. Absent if it permits every network. */
  networkIds?: readonly NetworkId[]
  /**
   * The site selects the account to use: the wallet shares several, and has no selected one itself.
   */
  isSelectable?: true
  /** The wallet, where the connector leads to several. */
  wallet?: Wallet
  /**
   * The user of a wallet with login, as the wallet reports it to this site. Removed with the
   * connection.
   */
  user?: WalletUser
  /** The company of the login on this site. Absent after a login by e-mail. */
  socialProvider?: Social
  /**
   * The kind of account that the visitor prefers in a wallet with login. Absent where the wallet
   * has no smart accounts in the namespace.
   */
  preferredAccountType?: AccountType
  /** Whether the account already has a smart account's code, on the wallet's network. */
  smartAccountDeployed?: boolean
  /** The networks on which a wallet with login has smart accounts. Absent where it has none. */
  smartAccountNetworks?: readonly NetworkId[]
  /** The wallet answered late: to a code that was no longer shown. */
  isLate?: true
}

/** An account of an earlier visit. Its wallet may no longer share it. */
export type LastAccount = { address: string; networkId: NetworkId }

/** The connections of a namespace. See docs/contracts/product.md#sessions. */
export type Session =
  | { status: 'disconnected' }
  /**
   * `connectorId` is absent while the connection of an earlier visit is restored. Then `lastKnown`
   * is the account of that connection, which may only be shown.
   */
  | { status: 'connecting'; connectorId?: string; lastKnown?: LastAccount }
  | { status: 'connected' | 'reconnecting'; current: Connection; others: readonly Connection[] }

/**
 * What happens to the connections of a namespace. `reduceSession` computes the next session from
 * it. The listeners of `session/listeners.ts` store the change, share it with other tabs, and
 * report it.
 */
export type SessionEvent =
  /** `wallet`: the chosen wallet of the list, else the connector's id and name. */
  | { type: 'connectStarted'; connectorId: string; wallet: Wallet }
  | { type: 'connectFailed'; connectorId: string; wallet: Wallet; error: unknown }
  /** The wallet has connected, but not in this namespace. */
  | { type: 'connectEnded'; connectorId: string }
  | ConnectedEvent
  /**
   * The visitor or the site has chosen this connection as the current one. `address`: the account
   * that is selected in it, where the wallet has no selected one itself.
   */
  | { type: 'currentChosen'; connectorId: string; address?: string }
  | { type: 'reconnectStarted' }
  | { type: 'reconnectEnded' }
  /** All connections of the namespace. `current` is the id of the current one. */
  | { type: 'connectionsChanged'; connections: readonly Connection[]; current?: string }
  | { type: 'disconnected' }
  | { type: 'disconnectFailed' }
  /**
   * `isWanted`: no wallet was connected in the namespace, so the next wallet that connects is to
   * switch to this network.
   */
  | { type: 'networkSwitched'; networkId: NetworkId; isWanted: boolean }
  | { type: 'networkSwitchFailed'; networkId: NetworkId; error: unknown }

/**
 * A wallet has connected, by `connect` or by a late answer (`isLate`). Its session already contains
 * the connection.
 */
export type ConnectedEvent = {
  type: 'connected'
  connectorId: string
  wallet: Wallet
  /** The connector is in a list of wallets. False for a login. */
  isListed: boolean
  method: ConnectMethod
  networkId: NetworkId
  isLate?: true
}

/** A namespace without a connection. */
export const disconnected: Session = { status: 'disconnected' }

/** Whether a session has a connection. */
export function isConnected(
  session: Session,
): session is Extract<Session, { current: Connection }> {
  return session.status === 'connected' || session.status === 'reconnecting'
}

/** All connections, the current one first. Empty if the session has none. */
export function connectionsOf(session: Session): readonly Connection[] {
  return isConnected(session) ? [session.current, ...session.others] : []
}

/**
 * The id of the connector that made a connection: the part of the connection's id before a colon. A
 * connector that leads to several wallets, such as the one for phones, appends a colon and a name
 * to the id of each wallet but the first.
 */
export const connectorIdOf = (connectionId: string): string =>
  connectionId.split(':', 1)[0] ?? connectionId
