import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { connectorIdOf } from '../core/accounts/session.ts'
import type { Kit } from '../core/kit/kit.ts'
import { linkOf } from './links.ts'
import { readShared, rememberStatus, writeShared } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Counts a visit on which the wallet of the earlier visit did not appear. After three such visits,
 * it forgets the wallet: its extension is probably uninstalled, and every visit would wait for it.
 * Two counts are at least 12 hours apart, so reloads and tabs count as one visit.
 * @param recent the connector that this visit has waited for
 */
export function countMissedVisit(kit: Kit, recent: string | undefined): void {
  const { storage, clock } = contextOf(kit)
  restoreFoundWallet(kit)
  // another tab or the visitor may have connected another wallet during the wait
  if (
    recent === undefined ||
    storage.get('recent-connector') !== recent ||
    isOnPage(kit, recent) ||
    !couldAppear(kit, recent)
  )
    return
  const { sessions, missed, ...shared } = readShared(kit)
  const now = clock.now()
  // A count from the future comes from a wrong clock. A full count comes from before the wallet
  // connected again. Both are ignored.
  const before =
    missed?.connectorId === recent && missed.at <= now && missed.count < counts.missedVisits
      ? missed
      : undefined
  if (before && now - before.at < times.visitPause) return
  const count = (before?.count ?? 0) + 1
  const isForgotten = count >= counts.missedVisits
  const remainingSessions = Object.entries(sessions).map(([namespace, { connectors, current }]) => [
    namespace,
    {
      connectors: connectors.filter((id) => id !== recent),
      ...(current !== undefined && current !== recent && { current }),
    },
  ])
  // `sessions` and `missed` in one write, so that a tab with this wallet sees why the wallet was
  // removed
  writeShared(kit, {
    ...shared,
    sessions: isForgotten ? Object.fromEntries(remainingSessions) : sessions,
    missed: { connectorId: recent, count, at: now },
  })
  if (!isForgotten) return
  storage.remove('recent-connector')
  rememberStatus(kit)
}

/**
 * Ends the count of missed visits if the wallet is on this page. If the wallet is connected here,
 * and another tab forgot it while this tab slept, shares its connection again.
 */
export function restoreFoundWallet(kit: Kit): void {
  const { missed, ...shared } = readShared(kit)
  if (!missed || !isOnPage(kit, missed.connectorId)) return
  const { connectorId, count } = missed
  const isForgotten = count >= counts.missedVisits
  const connectedAdapters = contextOf(kit).adapters.filter(({ namespace }) =>
    linkOf(kit, namespace, connectorId),
  )
  // if a sleeping tab still has the connection, that tab shares it again
  if (isForgotten && connectedAdapters.length === 0) return
  const sharedAgain = connectedAdapters.map(({ namespace }) => {
    const { connectors = [], current = connectorId } = shared.sessions[namespace] ?? {}
    return [namespace, { connectors: [...new Set([...connectors, connectorId])], current }]
  })
  // one write: a tab that reads between two writes would disconnect this wallet
  writeShared(
    kit,
    isForgotten
      ? { ...shared, sessions: { ...shared.sessions, ...Object.fromEntries(sharedAgain) } }
      : shared,
  )
  if (!isForgotten) return
  const { storage } = contextOf(kit)
  if (storage.get('recent-connector') === undefined) storage.set('recent-connector', connectorId)
  rememberStatus(kit)
}

function isOnPage(kit: Kit, connectorId: string): boolean {
  return (
    kit.getState().connectors.some(({ id }) => id === connectorIdOf(connectorId)) ||
    contextOf(kit).adapters.some(({ namespace }) => linkOf(kit, namespace, connectorId))
  )
}

/**
 * Whether the page would have found the wallet by now if the browser had it: the wallet is not on a
 * phone, and the code of every source has loaded.
 */
function couldAppear(kit: Kit, connectorId: string): boolean {
  const { sources } = contextOf(kit)
  return (
    connectorIdOf(connectorId) !== 'walletConnect' &&
    sources.all().every((source) => source.hasManyWallets || source.isComplete?.())
  )
}
