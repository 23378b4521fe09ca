import { useMemo, useSyncExternalStore } from 'react'
import { connectList } from '../../domains/wallets/connectList.ts'
import { useKit } from './useKit.ts'
import type { ConnectRow } from '../../domains/wallets/inGroups.ts'

/**
 * Returns the rows of the Connect screen's list of wallets. Each wallet is there once, in the
 * site's order: recent, installed, featured and recommended wallets. There are placeholders for
 * wallets that are loading, and rows for phones and for all other wallets. The catalogue is
 * requested as soon as the component renders.
 */
export function useConnectRows(): readonly ConnectRow[] {
  const kit = useKit()
  const { subscribe, getRows } = useMemo(() => connectList(kit), [kit])
  return useSyncExternalStore(subscribe, getRows, getRows)
}
