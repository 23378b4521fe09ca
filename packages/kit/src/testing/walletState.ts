import type { PendingRequest } from './consent.ts'
import type { WalletChain } from './walletChain.ts'

type Address = `0x${string}`

/**
 * How the wallet answers what needs consent.
 * - `approve`: yes, or asks first with `confirm: 'ask'`
 * - `refuse`: 4001 at once
 * - `hang`: not at all, until told otherwise
 * - `pending`: -32002, as when its window is already open
 * - `locked`: no account is visible; a site that asks to connect waits for the wallet to be unlocked
 * - `disappear`: as an extension that was switched off: 4900 to everything, no announcement
 */
export const behaviours = ['approve', 'refuse', 'hang', 'pending', 'locked', 'disappear'] as const
/** One of {@link behaviours}. */
export type Behaviour = (typeof behaviours)[number]

/** Everything about a development wallet that changes. */
export type WalletState = {
  behaviour: Behaviour
  confirm: 'ask' | 'approve'
  /** All accounts the wallet holds, in order of derivation. */
  accounts: readonly WalletAccount[]
  /** What the next site that connects gets, the active one first. */
  selected: readonly Address[]
  /** What this site may see, the active one first. */
  permitted: readonly Address[]
  chains: readonly WalletChain[]
  chain: WalletChain
  /** Oldest first. */
  pending: readonly PendingRequest[]
  /** Ids of requests that the person put off. */
  postponed: readonly number[]
}

/** An account as people see it. */
export type WalletAccount = { address: Address; label: string }

/** The accounts that the site sees now, lower case, the active one first. */
export function visibleAccounts(state: WalletState): readonly Address[] {
  return state.behaviour === 'locked' ? [] : state.permitted
}

/** The request that the wallet's window shows now. */
export function shownRequest(state: WalletState): PendingRequest | undefined {
  if (state.confirm !== 'ask') return undefined
  return state.pending.find(({ id, consent }) => {
    const mayShow = state.behaviour === 'approve' || (state.behaviour === 'locked' && consent.type === 'unlock')
    return mayShow && !state.postponed.includes(id)
  })
}
