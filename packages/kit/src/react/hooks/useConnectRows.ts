import { useMemo, useSyncExternalStore } from 'react'
import { connectList } from '../../domains/wallets/connectList.ts'
import { useKit } from './useKit.ts'
import type { ConnectRow } from '../../domains/wallets/inGroups.ts'

/**
 * Returns the rows of the Connect screen's list of wallets. Each wallet is there once. The groups,
 * such as recent, installed and featured wallets, are in the site's order. There are placeholders
 * for wallets that are loading, and rows for phones and for all other wallets. The catalogue is
 * requested as soon as the component is mounted.
 */
export function useConnectRows(): readonly ConnectRow[] {
  const kit = useKit()
  const { subscribe, getRows } = useMemo(() => connectList(kit), [kit])
  return useSyncExternalStore(subscribe, getRows, getRows)
}
