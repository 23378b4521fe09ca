import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Currency } from '@latchkey/protocol/currencies'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Translation } from '@latchkey/words/messages'
import type { Connector } from '../contracts/connectorSource.ts'
import type { ErrorCode } from '../errors/errors.ts'
import type { Locale } from '../options/locale.ts'
import type { ThemeMode, ThemeVariables } from '../options/options.ts'
import type { Order } from '../contracts/order.ts'
import type { PendingTransaction } from '../transactions/pendingTransactions.ts'
import type { Connection, Session, WalletUser } from '../accounts/session.ts'
import type { AccountType, SharedAccount } from '../accounts/sharedAccount.ts'
import type { SignInStatus, Siwx } from '../contracts/siwx.ts'
import type { Social } from '../contracts/socials.ts'

/**
 * The requested state of the modal. `request` counts the calls of `open`, so that a second call
 * starts a new flow. `params` are the screen's own parameters.
 */
export type ModalState =
  | { open: false; request: number }
  | { open: true; request: number; view?: string; params?: unknown }

/**
 * A message at the head of the modal's card: a code of the error table, or a text. See
 * docs/contracts/product.md#toasts-and-alerts.
 */
export type Toast = {
  id: number
  message: ErrorCode | { text: string }
  variant: 'success' | 'loading' | 'error' | 'info'
}

/** A message for the site's developer, at the head of the modal, with the option `debug`. */
export type Alert = { code: Extract<ErrorCode, `alert${string}`>; text?: string }

/**
 * A change that a wallet made by itself. `removed`: the wallet in use disconnected, and another
 * replaced it. `added`: a wallet connected late, while another is in use. Stored until the modal
 * has shown it.
 */
export type WalletChange = { event: 'removed' | 'added'; connection: Connection }

/** The state of the kit. Plain values only. */
export type KitState = {
  sessions: { [namespace in Namespace]?: Session }
  connectors: readonly Connector[]
  /** The active namespace, whose account buttons and hooks show. */
  namespace: Namespace
  /** The network of a visitor without a connection. */
  networkId: NetworkId
  /** False until the kit has looked for the connection of an earlier visit. */
  ready: boolean
  modal: ModalState
  /** The view that the modal has shown last, and the `request` of the opening that showed it. */
  shown?: { request: number; view: string }
  /** The e-mail wallet's frame covers the modal. */
  covered?: boolean
  /** Another library shows a window over the page, so the modal does not block it. */
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
   * Addresses that the gates of features have admitted, by feature. Absent until a gate has
   * admitted an address. Removed with the last connection that shares the address.
   */
  admitted?: { readonly [feature: string]: readonly string[] }
  /**
   * The states of the sign-ins of accounts, by account id. Absent until the first request to the
   * site. Removed with the last connection that shares the account.
   */
  siwx?: { readonly [accountId: AccountId]: SignInStatus }
  /**
   * The known names of accounts, by address in lower case. Absent until a name is known. Untrusted:
   * show them as text. Removed with the last connection.
   */
  profileNames?: { readonly [address: string]: string }
  /**
   * The visitor's labels of addresses, by address; EVM addresses in lower case. Absent until the
   * address book was needed.
   */
  addressLabels?: { readonly [address: string]: string }
  /**
   * The currency of values on the screens. Until the visitor has chosen one, it is undefined, and
   * the screens use `usd`.
   */
  currency?: Currency
  locale: Locale
  /** The loaded texts of `locale`, by feature and key. English is in the code. */
  texts?: Translation | undefined
  themeMode: ThemeMode
  themeVariables: ThemeVariables
}

/** A connected account. */
export type Account = Omit<SharedAccount, 'address'> & {
  accountId: AccountId
  address: string
  namespace: Namespace
  networkId: NetworkId
  connectorId: string
  /** The addresses that the wallet shares, at most 100, the current one first. */
  addresses: readonly string[]
  /** The same accounts, with the public key, purpose and type that the wallet reported. */
  allAccounts: readonly SharedAccount[]
  /** The user of an e-mail wallet, as the wallet reports it to this site. */
  user?: WalletUser
  /** The company of the login to an e-mail wallet on this site. */
  socialProvider?: Social
  /**
   * The kind of account that the visitor prefers in an e-mail wallet. `type` is the kind on the
   * current network. Absent where the wallet has no smart accounts.
   */
  preferredAccountType?: AccountType
  /**
   * Whether the account already has a smart account's code on the current network. An e-mail wallet
   * adds it with the first transaction that needs it.
   */
  smartAccountDeployed?: boolean
}

/** The session of the active namespace. */
export function activeSession(state: Pick<KitState, 'sessions' | 'namespace'>): Session {
  return state.sessions[state.namespace] ?? disconnected
}

const disconnected: Session = { status: 'disconnected' }

/** The current account, or undefined. Each call makes a new object: compare by `accountId`. */
export function accountOf(state: Pick<KitState, 'sessions' | 'namespace'>): Account | undefined {
  const session = activeSession(state)
  if (!('current' in session)) return undefined
  const { connectorId, networkId, accounts, user, socialProvider } = session.current
  const { preferredAccountType, smartAccountDeployed } = session.current
  const [{ address, ...parts } = { address: '' }] = accounts
  const accountId = `${networkId}:${address}` as AccountId // `session/links.ts` checks addresses
  return {
    accountId,
    address,
    namespace: state.namespace,
    networkId,
    connectorId,
    addresses: accounts.map((account) => account.address),
    allAccounts: accounts,
    ...parts,
    ...(user && { user }),
    ...(socialProvider && { socialProvider }),
    ...(preferredAccountType && { preferredAccountType }),
    ...(smartAccountDeployed !== undefined && { smartAccountDeployed }),
  }
}

/**
 * Whether no more sign-in is needed for an account: it is signed in, or signing in is optional and
 * the visitor declined.
 */
export function isSignInSettled(
  { siwx }: Pick<KitState, 'siwx'>,
  { accountId }: Pick<Account, 'accountId'>,
): boolean {
  const status = siwx?.[accountId]
  return status === 'signedIn' || status === 'declined'
}

/**
 * The current network: the wallet's network when connected, else the network that the visitor
 * chose.
 */
export function activeNetworkId(state: KitState): NetworkId {
  const session = activeSession(state)
  return 'current' in session ? session.current.networkId : state.networkId
}

/**
 * Whether the site disconnects visitors who do not sign in. If the site's function throws, signing
 * in counts as required, so that no visitor is admitted by an error.
 */
export function isSignInRequired(siwx: Siwx | undefined): boolean {
  try {
    return siwx?.getRequired?.() ?? false
  } catch {
    return true
  }
}
