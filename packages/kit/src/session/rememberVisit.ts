import * as counts from '@latchkey/protocol/counts'
import type { SessionEvent } from '../core/accounts/session.ts'
import { contextOf } from '../core/kit/context.ts'
import type { Kit } from '../core/kit/kit.ts'
import { accountOf, activeNetworkId, activeSession } from '../core/kit/state.ts'
import type { KitState } from '../core/kit/state.ts'

/** Stores the current network for the next visit, if it is in the site's `networks`. */
export function rememberNetwork(kit: Kit, state: KitState, previous: KitState): void {
  const { networks, storage } = contextOf(kit)
  const now = activeNetworkId(state)
  if (now !== activeNetworkId(previous) && networks.some(({ networkId }) => networkId === now))
    storage.set('active-network-id', now)
}

/** Stores the accounts that the next visit shows until the wallets have answered. */
export function rememberAccounts(kit: Kit, { sessions }: KitState): void {
  const { adapters, storage } = contextOf(kit)
  const last = adapters.flatMap(({ namespace }) => {
    const session = activeSession({ sessions, namespace })
    // `lastKnown` is the account of the earlier visit, until the wallets have answered
    const account =
      accountOf({ sessions, namespace }) ?? ('lastKnown' in session ? session.lastKnown : undefined)
    return account ? [[namespace, `${account.networkId}:${account.address}`] as const] : []
  })
  if (last.length > 0) storage.set('last-account', Object.fromEntries(last))
}

/** Stores the connected wallet as the most recent one, in front of the earlier ones. */
export function rememberRecent(kit: Kit, event: SessionEvent): void {
  if (event.type !== 'connected' || !event.isListed) return
  const { storage } = contextOf(kit)
  const earlier = storage.get('recent-wallets')?.filter(({ id }) => id !== event.wallet.id) ?? []
  storage.set('recent-wallets', [event.wallet, ...earlier].slice(0, counts.recentWallets))
}
