import { useMemo, useSyncExternalStore } from 'react'
import { connectList } from '../../domains/wallets/connectList.ts'
import type { ConnectRow } from '../../domains/wallets/connectRows.ts'
import { useKit } from './useKit.ts'

/**
 * The wallets to choose from, each once, in the site's order, as the Connect screen shows them:
 * recent, installed, featured and recommended wallets, placeholders of wallets that are loading,
 * and the rows for phones and for all other wallets. The catalogue is requested from the first
 * render on.
 */
export function useConnectRows(): readonly ConnectRow[] {
  const kit = useKit()
  const { subscribe, getRows } = useMemo(() => connectList(kit), [kit])
  return useSyncExternalStore(subscribe, getRows, getRows)
}
