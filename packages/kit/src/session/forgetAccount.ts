import { forgetAccountData } from '../core/storage/accountMemory.ts'
import type { Kit } from '../core/kit/kit.ts'
import { isConnected } from '../core/accounts/session.ts'
import type { Session } from '../core/accounts/session.ts'
import { activeSession } from '../core/kit/state.ts'
import type { KitState } from '../core/kit/state.ts'
import { shareTransactions } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Forgets data about the account, here and in the other tabs, unless a wallet is connected, or the
 * connection of an earlier visit is being restored.
 */
export function forgetAccount(kit: Kit): void {
  const sessions = sessionsOf(kit, kit.getState())
  if (
    !sessions.some((session) => isConnected(session) || isLookedFor(session)) &&
    forgetAccountData(kit)
  )
    shareTransactions(kit)
}

/**
 * Forgets data about the account, if the last wallet has just disconnected, by itself or by the
 * visitor.
 */
export function forgetLeft(kit: Kit, previous: KitState): void {
  if (sessionsOf(kit, previous).some(isConnected)) forgetAccount(kit)
}

const sessionsOf = (kit: Kit, { sessions }: KitState) => {
  const { adapters } = contextOf(kit)
  return adapters.map(({ namespace }) => activeSession({ sessions, namespace }))
}
const isLookedFor = (session: Session) =>
  session.status === 'connecting' && session.connectorId === undefined
