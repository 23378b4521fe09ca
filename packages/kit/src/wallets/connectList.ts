import * as times from '@latchkey/protocol/times'
import { readDevice } from '../core/device.ts'
import type { Kit } from '../core/kit.ts'
import { connectionsOf } from '../core/session.ts'
import type { Session } from '../core/session.ts'
import type { KitState } from '../core/state.ts'
import { connectRows } from './connectRows.ts'
import type { ConnectRow } from './connectRows.ts'
import { followCatalogue } from './followCatalogue.ts'
import { recentWallets } from './recentWallets.ts'
import { isSameApp } from './walletIdentity.ts'

/** The wallets to choose from; the list grows while answers arrive. */
export type ConnectList = {
  /** The rows known now; the same array until something changes. */
  getRows(): readonly ConnectRow[]
  /**
   * Requests the catalogue and calls back after every change, until the returned function is
   * called.
   */
  subscribe(listener: () => void): () => void
}

/**
 * The wallets to choose from, each once, in the site's order, as the Connect screen shows them:
 * recent, installed, featured and recommended wallets, places of those that are loading, and the
 * rows for phones and for all other wallets, without connected ones. Create one list for each time
 * that the visitor chooses: once it was shown for 0.4 s, no row moves down.
 */
export function connectList(kit: Kit): ConnectList {
  const { options, storage, clock, api } = kit.context
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
    ask()
    for (const listener of listeners) listener()
  }

  function ask(): void {
    if (isAsking || !api || !known.connectors.some(({ type }) => type === 'walletConnect')) return
    isAsking = true
    stops.push(catalogue.follow(update))
  }

  function follow(): void {
    const { connectors, sessions } = kit.getState()
    if (connectors !== known.connectors || sessions !== known.sessions) update()
  }

  // in the first moment no visitor aims at a row yet, and a wallet that announces itself still gets
  // its proper place
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
        ask()
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) for (const stop of stops) stop()
      }
    },
  }
}

/**
 * Whether a row can be chosen. Connected wallets can not, but a wallet may have further namespaces
 * to connect, and another phone may have the same app.
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
