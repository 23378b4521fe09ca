import * as times from '@latchkey/protocol/times'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readDevice } from '../../../core/device.ts'
import type { Kit } from '../../../core/kit.ts'
import { connectRows } from '../../../wallets/connectRows.ts'
import type { ConnectRow } from '../../../wallets/connectRows.ts'
import { recentWallets } from '../../../wallets/recentWallets.ts'
import { featuredWalletsQuery, recommendedWalletsQuery, walletCountQuery } from '../../../wallets/walletsQuery.ts'
import { useKit } from '../../useKit.ts'
import { useQuery } from '../../useQuery.ts'
import type { Answer } from '../../useQuery.ts'
import { useWallets } from '../../useWallets.ts'

/** The list of wallets. `all` is there when a catalogue is; its `count` once that is known. */
export type ConnectList = { rows: readonly ConnectRow[]; all: { count: number | undefined } | undefined }

/** The rows of the Connect screen. The catalogue is asked from now on, and never before somebody opened the modal. */
export function useConnectRows(): ConnectList {
  const kit = useKit()
  const { options, storage } = kit.context
  const connectors = useWallets()
  const hasCatalogue = hasWalletCatalogue(kit) && connectors.some(({ type }) => type === 'walletConnect')
  const isFeaturing = hasCatalogue && Boolean(options.featuredWalletIds?.length)
  const holds = useHeldPlaces()
  const featured = useList(useQuery(useMemo(() => (isFeaturing ? featuredWalletsQuery(kit) : undefined), [kit, isFeaturing])), isFeaturing && holds)
  const recommended = useList(useQuery(useMemo(() => (hasCatalogue ? recommendedWalletsQuery(kit) : undefined), [kit, hasCatalogue])), hasCatalogue && holds)
  const wantsAll = hasCatalogue && options.features?.allWallets !== false
  const count = useQuery(useMemo(() => (wantsAll ? walletCountQuery(kit) : undefined), [kit, wantsAll]))

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
  return { rows, all: wantsAll ? allOf(count) : undefined }
}

/** Whether there are more wallets than the page knows: an API that lists them, and a way to reach them. */
function hasWalletCatalogue({ context: { api, options } }: Kit): boolean {
  return api !== undefined && options.enableWallets !== false && options.enableWalletConnect !== false
}

const none: readonly never[] = []

/** What a list holds: undefined while it is worth waiting for, nothing when it did not come. */
function useList<item>(answer: Answer<readonly item[]>, isExpected: boolean): readonly item[] | undefined {
  const data = 'data' in answer ? answer.data : undefined
  // a browser that is offline does not even ask
  return data ?? (isExpected && answer.status === 'pending' && navigator.onLine ? undefined : none)
}

/** True for the time that places are held for what is on its way. */
function useHeldPlaces(): boolean {
  const { clock } = useKit().context
  const [isHolding, setHolding] = useState(true)
  useEffect(() => clock.setTimeout(() => setHolding(false), times.placesHeld), [clock])
  return isHolding
}

/** All wallets lead somewhere while their number is on its way, and when there are some. */
function allOf(count: Answer<number>): ConnectList['all'] {
  const known = 'data' in count ? count.data : undefined
  if (known === undefined) return count.status === 'error' ? undefined : { count: undefined }
  return known > 0 ? { count: known } : undefined
}
