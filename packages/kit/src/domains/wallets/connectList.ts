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

/** The list of available wallets. It grows while wallets and the catalogue answer. */
export type ConnectList = {
  /** The current rows. It returns the same array until a row changes. */
  getRows(): readonly ConnectRow[]
  /**
   * Requests the catalogue, and calls back after every change, until the returned function is
   * called.
   */
  subscribe(listener: () => void): () => void
}

/**
 * Creates the list of available wallets as the Connect screen shows it: in the site's order,
 * without duplicates and connected wallets. It has recent, installed, featured and recommended
 * wallets, placeholders for wallets that are loading, and the rows for phones and for all other
 * wallets. Create a new list each time that the visitor is to choose a wallet, because a list stops
 * moving its rows down 0.4 s after the first rows.
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
    // connected wallets are removed only below: a site may name a wallet by an id that only the
    // catalogue knows
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

  // Rows may move at first, because no visitor aims at a row so soon: a wallet that announces
  // itself in this time gets its proper place.
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
 * Whether a visitor can choose a row. A connected wallet can be chosen only if it has further
 * namespaces to connect, or if it is an app with a place of its own in the list: another phone may
 * have the app, too.
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
