import { forgetAccountData } from '../core/storage/accountMemory.ts'
import type { Kit } from '../core/kit/kit.ts'
import { isConnected } from '../core/accounts/session.ts'
import type { Session } from '../core/accounts/session.ts'
import { activeSession } from '../core/kit/state.ts'
import type { KitState } from '../core/kit/state.ts'
import { shareTransactions } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Deletes all data about the visitor's account, here and in the other tabs. Does nothing while a
 * wallet is connected, or while the connection of an earlier visit is being restored.
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
 * Deletes all data about the visitor's account if the last connection has just ended. The wallet or
 * the visitor may have ended it.
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
