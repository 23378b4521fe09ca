import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Currency } from '@latchkey/protocol/currencies'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Translation } from '@latchkey/words/messages'
import type { Connector } from './connectorSource.ts'
import type { ErrorCode } from './errors.ts'
import type { Locale } from './locale.ts'
import type { ThemeMode, ThemeVariables } from './options.ts'
import type { Order } from './order.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import type { Connection, Session, WalletUser } from './session.ts'
import type { SignInStatus, Siwx } from './siwx.ts'
import type { Social } from './socials.ts'

/**
 * The modal's state as requested. `request` counts the calls of `open`, so that a second one begins
 * anew; `params` are the screen's own.
 */
export type ModalState =
  | { open: false; request: number }
  | { open: true; request: number; view?: string; params?: unknown }

/**
 * A message at the head of the card (spec section 3, Notification). Text is a code of the error
 * table or plain words.
 */
export type Toast = {
  id: number
  message: ErrorCode | { text: string }
  variant: 'success' | 'loading' | 'error' | 'info'
}

/** A message for the site's developer, at the head of the modal (spec section 8, modal alerts). */
export type Alert = { code: Extract<ErrorCode, `alert${string}`>; text?: string }

/**
 * A change that a wallet made by itself: the one in use left and another replaced it, or one
 * connected late, beside the one in use. Stored until the modal has shown it.
 */
export type WalletChange = { event: 'left' | 'came'; connection: Connection }

/** Everything the kit knows; plain values only. */
export type KitState = {
  sessions: { [namespace in Namespace]?: Session }
  connectors: readonly Connector[]
  /** The namespace of buttons and hooks. */
  namespace: Namespace
  /** The network of a visitor without a connection. */
  networkId: NetworkId
  /** False until the kit has looked for the connection of an earlier visit. */
  ready: boolean
  modal: ModalState
  /** The view that the modal has shown last, and the opening in which it did. */
  shown?: { request: number; view: string }
  /** The e-mail wallet's frame shows over the modal, which is not seen then. */
  covered?: boolean
  /** Another library shows a window over the page: the modal does not block it. */
  overlaid?: boolean
  toast: Toast | undefined
  alert?: Alert
  walletChange?: WalletChange
  /** The account whose balances were read last, if some of them could not be read. */
  partialBalances?: AccountId
  /**
   * Transactions that this browser sent, newest first, with their status; undefined while there are
   * none.
   */
  pending?: readonly PendingTransaction[]
  /**
   * Purchases that this browser began, newest first; absent until they were needed. Removed with
   * the last connection.
   */
  orders?: readonly Order[]
  /**
   * Addresses that the gates of features have let in, by feature; absent until the first. Removed
   * with the last connection that shares the address.
   */
  admitted?: { readonly [feature: string]: readonly string[] }
  /**
   * What is known of the sign-ins of accounts, by account id; absent until the site was asked.
   * Removed with the last connection that shares the account.
   */
  siwx?: { readonly [accountId: AccountId]: SignInStatus }
  /**
   * Names of accounts as far as they are known (spec section 3), by address in lower case; absent
   * until the first. Untrusted: show them as text. Removed with the last connection.
   */
  profileNames?: { readonly [address: string]: string }
  /**
   * The visitor's labels of addresses (spec section 3), by address, EVM ones in lower case; absent
   * until the address book was needed.
   */
  addressLabels?: { readonly [address: string]: string }
  /** The currency of values on the screens, once the visitor has chosen one (`usd` until then). */
  currency?: Currency
  locale: Locale
  /**
   * The texts of that language by feature and key, once they are loaded; English is in the code.
   */
  texts?: Translation | undefined
  themeMode: ThemeMode
  themeVariables: ThemeVariables
}

/** A connected account. */
export type Account = {
  accountId: AccountId
  address: string
  namespace: Namespace
  networkId: NetworkId
  connectorId: string
  /** The addresses that the wallet shares, the first 100 of them; the current one first. */
  addresses: readonly string[]
  /** The user of an e-mail wallet, as far as the wallet tells this site. */
  user?: WalletUser
  /** The company by which the visitor logged in to an e-mail wallet on this site. */
  socialProvider?: Social
}

/** The session of the active namespace. */
export function activeSession(state: Pick<KitState, 'sessions' | 'namespace'>): Session {
  return state.sessions[state.namespace] ?? disconnected
}

const disconnected: Session = { status: 'disconnected' }

/** The current account, or undefined. Makes a new object every time: compare by `accountId`. */
export function accountOf(state: Pick<KitState, 'sessions' | 'namespace'>): Account | undefined {
  const session = activeSession(state)
  if (!('current' in session)) return undefined
  const { connectorId, networkId, accounts, user, socialProvider } = session.current
  const [address = ''] = accounts
  const accountId = `${networkId}:${address}` as AccountId // the adapter refused everything else
  return {
    accountId,
    address,
    namespace: state.namespace,
    networkId,
    connectorId,
    addresses: accounts,
    ...(user && { user }),
    ...(socialProvider && { socialProvider }),
  }
}

/**
 * Whether the sign-in of an account keeps nobody waiting: it is signed in, or the visitor chose to
 * stay without, where that is possible.
 */
export function isSignInSettled(
  { siwx }: Pick<KitState, 'siwx'>,
  { accountId }: Pick<Account, 'accountId'>,
): boolean {
  const status = siwx?.[accountId]
  return status === 'signedIn' || status === 'declined'
}

/** The current network: the wallet's when connected, the chosen one otherwise. */
export function activeNetworkId(state: KitState): NetworkId {
  const session = activeSession(state)
  return 'current' in session ? session.current.networkId : state.networkId
}

/**
 * Whether the site lets nobody stay who does not sign in. A function of the site's that throws must
 * not let anybody in.
 */
export function isSignInRequired(siwx: Siwx | undefined): boolean {
  try {
    return siwx?.getRequired?.() ?? false
  } catch {
    return true
  }
}
