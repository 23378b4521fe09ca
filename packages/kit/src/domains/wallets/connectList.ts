import * as times from '@latchkey/protocol/times'
import { readDevice } from '../../core/page/device.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { connectionsOf } from '../../core/accounts/session.ts'
import type { Session } from '../../core/accounts/session.ts'
import type { KitState } from '../../core/kit/state.ts'
import { connectRows } from './connectRows.ts'
import { followCatalogue } from './followCatalogue.ts'
import { recentWallets } from './recentWallets.ts'
import { isSameApp } from './walletIdentity.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { ConnectRow } from './inGroups.ts'

/** The list of available wallets. It grows while answers arrive. */
export type ConnectList = {
  /** The current rows. The same array until something changes. */
  getRows(): readonly ConnectRow[]
  /**
   * Requests the catalogue, and calls back after every change, until the returned function is
   * called.
   */
  subscribe(listener: () => void): () => void
}

/**
 * Makes the list of available wallets as the Connect screen shows it: without duplicates and
 * connected wallets, in the site's order. It has recent, installed, featured and recommended
 * wallets, placeholders for those that are loading, and the rows for phones and for all other
 * wallets. Create a new list each time that the visitor chooses: 0.4 s after the first rows, no row
 * moves down any more.
 */
export function connectList(kit: Kit): ConnectList {
  const { options, storage, clock, api } = contextOf(kit)
  const sources = { recents: recentWallets(storage, api?.apiUrl), device: readDevice(), options }
  const catalogue = followCatalogue(kit)
  const listeners = new Set<() => void>()
  let shown: readonly ConnectRow[] = []
  let isSettled = false
  let isAsking = false
  let stops: (() => void)[] = []
  let known: Pick<KitState, 'connectors' | 'sessions'>
  let all: readonly ConnectRow[]
  let rows: readonly ConnectRow[]
  join()

  function join(): void {
    known = kit.getState()
    // with connected ones, as a site may name one by an id that only the catalogue knows
    const { connectors, sessions } = known
    all = connectRows({ ...sources, connectors, ...catalogue.read() }, shown)
    rows = all.filter((row) => isChoice(row, sessions))
  }

  function update(): void {
    join()
    if (isSettled) shown = all
    requestCatalogue()
    for (const listener of listeners) listener()
  }

  function requestCatalogue(): void {
    if (isAsking || !api || !known.connectors.some(({ type }) => type === 'walletConnect')) return
    isAsking = true
    stops.push(catalogue.follow(update))
  }

  function follow(): void {
    const { connectors, sessions } = kit.getState()
    if (connectors !== known.connectors || sessions !== known.sessions) update()
  }

  // No visitor aims at a row in the first moment, and a wallet that announces itself then still
  // gets its proper place.
  function settle(): void {
    isSettled = true
    shown = all
  }

  return {
    getRows: () => rows,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        isAsking = false
        stops = [kit.subscribe(follow), clock.setTimeout(settle, times.rowsSettled)]
        follow()
        requestCatalogue()
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) for (const stop of stops) stop()
      }
    },
  }
}

/**
 * Whether a row can be chosen. Connected wallets can't, except those with further namespaces to
 * connect, and those whose app another phone may have.
 */
function isChoice(row: ConnectRow, sessions: KitState['sessions']): boolean {
  const connected = (session: Session | undefined) => (session ? connectionsOf(session) : [])
  if (row.kind === 'connector')
    return row.connectors.some(({ id, namespace }) =>
      connected(sessions[namespace]).every(({ connectorId }) => connectorId !== id),
    )
  return (
    row.kind !== 'wallet' ||
    !row.isRecent ||
    Object.values(sessions)
      .flatMap(connected)
      .every(({ wallet }) => !wallet || !isSameApp(row.wallet, wallet))
  )
}
