import { useEffect, useMemo, useRef, useState } from 'react'
import { readDevice } from '../../../core/device.ts'
import { connectRows } from '../../../wallets/connectRows.ts'
import type { ConnectRow } from '../../../wallets/connectRows.ts'
import { recentWallets } from '../../../wallets/recentWallets.ts'
import { useKit } from '../../useKit.ts'
import { useWallets } from '../../useWallets.ts'
import { useCatalogue } from './useCatalogue.ts'
import type { Catalogue } from './useCatalogue.ts'

/** The list of wallets, and whether there are more: with their number once that is known. */
export type ConnectList = { rows: readonly ConnectRow[]; all: Catalogue['count'] }

/** The rows of the Connect screen. The catalogue is asked from now on, and never before somebody opened the modal. */
export function useConnectRows(): ConnectList {
  const kit = useKit()
  const { options, storage } = kit.context
  const connectors = useWallets()
  const { featured, recommended, count } = useCatalogue(connectors.some(({ type }) => type === 'walletConnect'))

  const [recents] = useState(() => recentWallets(storage))
  const [device] = useState(readDevice)
  const shown = useRef<readonly ConnectRow[]>([])
  const rows = useMemo(
    () => connectRows({ connectors, recents, featured, recommended, options, device }, shown.current),
    [connectors, recents, featured, recommended, options, device],
  )
  useEffect(() => {
    shown.current = rows
  }, [rows])
  return { rows, all: count }
}
