import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'
import { connectionsOf } from '../core/accounts/session.ts'
import { accountOf, activeNetworkId, activeSession } from '../core/kit/state.ts'
import type { KitState } from '../core/kit/state.ts'
import { forgetLeft } from './forgetAccount.ts'
import { recordWalletLeft } from './recordWalletLeft.ts'
import { forgetWanted, readShared, updateShared } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'

const sharing = perKit(() => ({ isRunning: false }))

/**
 * Starts to update the data that the tabs share by the changes of this tab: new wallets are added,
 * disconnected ones are removed. Nothing else changes, so that two tabs never contradict each
 * other. Changes that wallets make by themselves are recorded.
 */
export function shareConnections(kit: Kit): void {
  const task = sharing(kit)
  if (task.isRunning) return
  task.isRunning = true
  kit.subscribe((state, previous) => {
    rememberNetwork(kit, activeNetworkId(state), activeNetworkId(previous))
    if (state.connectors !== previous.connectors) endCount(kit)
    if (state.sessions === previous.sessions) return
    rememberAccounts(kit, state)
    recordWalletLeft(kit, { state, previous, shared: readShared(kit) })
    for (const { namespace } of contextOf(kit).adapters) {
      const before = idsOf(previous, namespace)
      shareChange(kit, namespace, idsOf(state, namespace), before)
      const late = connectionsOf(activeSession({ ...state, namespace })).find(
        ({ connectorId, isLate }) => isLate && !before.includes(connectorId),
      )
      if (late)
        import('./welcome/recordLateConnection.lazy.ts').then(
          ({ recordLateConnection }) => recordLateConnection(kit, namespace, late),
          () => {},
        ) // the wallet is connected nevertheless
    }
    forgetLeft(kit, previous)
  })
}

/** Stores the current network for the next visit, if it is in the site's `networks`. */
function rememberNetwork(kit: Kit, now: NetworkId, before: NetworkId): void {
  const context = contextOf(kit)
  if (now !== before && context.networks.some(({ networkId }) => networkId === now))
    context.storage.set('active-network-id', now)
}

/** Stores the accounts that the next visit shows until the wallets have answered. */
function rememberAccounts(kit: Kit, { sessions }: KitState): void {
  const { adapters, storage } = contextOf(kit)
  const last = adapters.flatMap(({ namespace }) => {
    const session = activeSession({ sessions, namespace })
    // until the wallets have answered, it is the account of the earlier visit
    const account =
      accountOf({ sessions, namespace }) ?? ('lastKnown' in session ? session.lastKnown : undefined)
    return account ? [[namespace, `${account.networkId}:${account.address}`] as const] : []
  })
  if (last.length > 0) storage.set('last-account', Object.fromEntries(last))
}

function shareChange(
  kit: Kit,
  namespace: Namespace,
  now: readonly string[],
  before: readonly string[],
): void {
  const added = now.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !now.includes(id))
  if (added.length > 0) forgetWanted(kit, namespace)
  if (added.length + removed.length > 0)
    updateShared(kit, namespace, ({ connectors, current }) => ({
      connectors: [...new Set([...connectors, ...added])].filter((id) => !removed.includes(id)),
      current: current === undefined || removed.includes(current) ? now[0] : current,
    }))
  if (added.length > 0) endCount(kit)
}

/** Ends the count of visits without a wallet that has appeared now. */
function endCount(kit: Kit): void {
  if (readShared(kit).missed)
    import('./missedVisits/missedVisits.lazy.ts').then(
      ({ restoreFoundWallet }) => restoreFoundWallet(kit),
      () => {},
    ) // a later visit ends it
}

function idsOf({ sessions }: Pick<KitState, 'sessions'>, namespace: Namespace): readonly string[] {
  return connectionsOf(activeSession({ sessions, namespace })).map(({ connectorId }) => connectorId)
}
