import type { PendingRequest } from './consent.ts'
import type { WalletChain } from './walletChain.ts'

type Address = `0x${string}`

/**
 * How the wallet answers requests that need an approval.
 * - `approve`: approves at once. With `confirm: 'ask'`, the owner decides in the wallet's window
 * - `refuse`: 4001 at once
 * - `hang`: no answer until the behaviour changes
 * - `pending`: -32002, as if an earlier request were still open in its window
 * - `locked`: no account is visible; a site that requests to connect waits until the wallet is
 *   unlocked
 * - `disappear`: as if the extension were switched off: it answers 4900 to every request, and is
 *   not announced
 */
export const behaviours = ['approve', 'refuse', 'hang', 'pending', 'locked', 'disappear'] as const
/** One of {@link behaviours}. */
export type Behaviour = (typeof behaviours)[number]

/** The state of a development wallet. */
export type WalletState = {
  behaviour: Behaviour
  confirm: 'ask' | 'approve'
  /** All accounts the wallet holds, in order of derivation. */
  accounts: readonly WalletAccount[]
  /** The accounts that the site receives when it connects next, the active one first. */
  selected: readonly Address[]
  /** The accounts that this site may see, the active one first. */
  permitted: readonly Address[]
  chains: readonly WalletChain[]
  chain: WalletChain
  /** Whether it accepts several calls in one request, which it sends one after another. EIP-5792 */
  batches: boolean
  /** The permissions of this site, oldest first. ERC-7715 */
  granted: readonly GrantedPermission[]
  /** Open requests, oldest first. */
  pending: readonly PendingRequest[]
  /** Ids of requests that the owner postponed. */
  postponed: readonly number[]
}

/** A permission as the wallet reports it. */
export type GrantedPermission = {
  chainId: `0x${string}`
  from: Address
  to: Address
  context: `0x${string}`
}

/** An account as the owner sees it. */
export type WalletAccount = { address: Address; label: string }

/** The accounts that the site currently sees, in lower case, the active one first. */
export function visibleAccounts(state: WalletState): readonly Address[] {
  return state.behaviour === 'locked' ? [] : state.permitted
}

/** The request that the wallet's window currently shows. */
export function shownRequest(state: WalletState): PendingRequest | undefined {
  if (state.confirm !== 'ask') return undefined
  return state.pending.find(({ id, consent }) => {
    const mayShow =
      state.behaviour === 'approve' || (state.behaviour === 'locked' && consent.type === 'unlock')
    return mayShow && !state.postponed.includes(id)
  })
}
