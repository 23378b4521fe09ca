import type { Namespace } from '@latchkey/protocol/namespace'
import { connectionsOf } from '../core/accounts/session.ts'
import type { SessionEvent } from '../core/accounts/session.ts'
import { contextOf } from '../core/kit/context.ts'
import type { Kit } from '../core/kit/kit.ts'
import { activeSession } from '../core/kit/state.ts'
import type { KitState } from '../core/kit/state.ts'
import {
  forgetWanted,
  readShared,
  shareCurrent,
  shareNetwork,
  updateShared,
} from './sharedConnections.ts'

/**
 * Applies the changes of this tab to the data that the tabs share: adds new wallets and removes
 * disconnected ones. It changes nothing else, so that it never undoes a change of another tab.
 */
export function shareChanges(kit: Kit, state: KitState, previous: KitState): void {
  for (const { namespace } of contextOf(kit).adapters)
    shareChange(kit, namespace, idsOf(state, namespace), idsOf(previous, namespace))
}

/** Stores the choice of a wallet or a network, for the other tabs and for the next visit. */
export function shareChoice(kit: Kit, namespace: Namespace, event: SessionEvent): void {
  if (event.type === 'currentChosen' || (event.type === 'connected' && !event.isLate))
    shareCurrent(kit, namespace, event.connectorId, 'address' in event ? event.address : undefined)
  if (event.type !== 'networkSwitched') return
  contextOf(kit).storage.set('active-network-id', event.networkId)
  shareNetwork(kit, event.networkId, event.isWanted)
}

/** Ends the count of missed visits if its wallet has appeared. */
export function endMissedCount(kit: Kit): void {
  if (readShared(kit).missed)
    import('./missedVisits.lazy.ts').then(
      ({ restoreFoundWallet }) => restoreFoundWallet(kit),
      () => {},
    ) // after a failure, a later visit ends the count
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
    updateShared(kit, namespace, ({ connectors, current, selected }) => {
      const isCurrent = current !== undefined && !removed.includes(current)
      return {
        connectors: [...new Set([...connectors, ...added])].filter((id) => !removed.includes(id)),
        current: isCurrent ? current : now[0],
        ...(isCurrent && selected !== undefined && { selected }),
      }
    })
  if (added.length > 0) endMissedCount(kit)
}

function idsOf({ sessions }: KitState, namespace: Namespace): readonly string[] {
  return connectionsOf(activeSession({ sessions, namespace })).map(({ connectorId }) => connectorId)
}
