import * as times from '@latchkey/protocol/times'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readDevice } from '../core/device.ts'
import { connectionsOf, disconnected } from '../core/session.ts'
import { connectRows } from '../wallets/connectRows.ts'
import type { ConnectRow } from '../wallets/connectRows.ts'
import { recentWallets } from '../wallets/recentWallets.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { useCatalogue } from './useCatalogue.ts'

/**
 * The wallets to choose from, each once, in the site's order, as the Connect screen shows them: recent, installed, featured and
 * recommended ones, those on their way, and the ways to phones and to all others. The catalogue is asked from the first render on.
 */
export function useConnectRows(): readonly ConnectRow[] {
  const kit = useKit()
  const { options, storage, clock } = kit.context
  // all of them, as a site may name one by an id that only the catalogue knows
  const connectors = useKitState((state) => state.connectors)
  const sessions = useKitState((state) => state.sessions)
  const { featured, recommended, all } = useCatalogue(connectors.some(({ type }) => type === 'walletConnect'))
  const count = all?.count
  const hasAll = all !== undefined

  const [recents] = useState(() => recentWallets(storage))
  const [device] = useState(readDevice)
  const shown = useRef<readonly ConnectRow[]>([])
  const rows = useMemo(
    () => connectRows({ connectors, recents, featured, recommended, all: hasAll ? { count } : undefined, options, device }, shown.current),
    [connectors, recents, featured, recommended, hasAll, count, options, device],
  )

  // in its first moment nobody has aimed at a row yet, and what announces itself still finds its place
  const isSettled = useRef(false)
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
    if (isSettled.current) shown.current = rows
  }, [rows])
  useEffect(() => {
    const settle = () => {
      isSettled.current = true
      shown.current = latest.current
    }
    return clock.setTimeout(settle, times.rowsSettled)
  }, [clock])
  // what is connected is no choice, but a wallet of several namespaces may have more to connect
  return rows.filter((row) => row.kind !== 'connector' || row.connectors.some(({ id, namespace }) => connectionsOf(sessions[namespace] ?? disconnected).every(({ connectorId }) => connectorId !== id)))
}
