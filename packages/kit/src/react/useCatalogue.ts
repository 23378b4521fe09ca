import * as times from '@latchkey/protocol/times'
import { useEffect, useMemo, useState } from 'react'
import type { Wallet } from '../core/wallet.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from './useQuery.ts'

/** What the Connect screen knows of the catalogue. */
export type Catalogue = {
  /** Undefined while it is worth waiting for; empty where it does not come. */
  featured: readonly Wallet[] | undefined
  recommended: readonly Wallet[] | undefined
  /** With their number, once it is known; undefined where there are no others to choose from. */
  all: { count: number | undefined } | undefined
}

type Queries = typeof import('../wallets/walletsQuery.ts')
const none: readonly never[] = []

/** Asks for wallets that are not in this browser: where the site has an API that lists them, and a way to reach them. */
export function useCatalogue(hasPhones: boolean): Catalogue {
  const kit = useKit()
  const { api, options } = kit.context
  const isAsked = api !== undefined && hasPhones && options.enableWallets !== false && options.enableWalletConnect !== false
  const [queries, isBroken] = useQueries(isAsked)
  const wantsFeatured = isAsked && Boolean(options.featuredWalletIds?.length)
  const wantsAll = isAsked && options.features?.allWallets !== false
  const featured = useQuery(useMemo(() => (wantsFeatured ? queries?.featuredWalletsQuery(kit) : undefined), [kit, queries, wantsFeatured]))
  const recommended = useQuery(useMemo(() => (isAsked ? queries?.recommendedWalletsQuery(kit) : undefined), [kit, queries, isAsked]))
  const count = useQuery(useMemo(() => (wantsAll ? queries?.walletCountQuery(kit) : undefined), [kit, queries, wantsAll]))
  const isWorthWaiting = useHeldPlaces() && !isBroken && navigator.onLine // a browser that is offline does not even ask
  return {
    featured: listOf(featured, wantsFeatured && isWorthWaiting),
    recommended: listOf(recommended, isAsked && isWorthWaiting),
    all: wantsAll && !isBroken ? allOf(count) : undefined,
  }
}

/** The questions to the catalogue, fetched when there is one: no wallet of this browser waits for them. */
function useQueries(isAsked: boolean): [queries: Queries | undefined, isBroken: boolean] {
  const [queries, setQueries] = useState<Queries>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (isAsked) import('../wallets/walletsQuery.ts').then(setQueries, () => setBroken(true)) // the screen does without
  }, [isAsked])
  return [queries, isBroken]
}

/** True for the time that places are held for what is on its way. */
function useHeldPlaces(): boolean {
  const { clock } = useKit().context
  const [isHolding, setHolding] = useState(true)
  useEffect(() => clock.setTimeout(() => setHolding(false), times.placesHeld), [clock])
  return isHolding
}

function listOf(answer: Answer<readonly Wallet[]>, isExpected: boolean): readonly Wallet[] | undefined {
  const data = 'data' in answer ? answer.data : undefined
  return data ?? (isExpected && answer.status === 'pending' ? undefined : none)
}

/** All wallets lead somewhere while their number is on its way, and when there are some. */
function allOf(answer: Answer<number>): Catalogue['all'] {
  const count = 'data' in answer ? answer.data : undefined
  if (count === undefined) return answer.status === 'error' ? undefined : { count }
  return count > 0 ? { count } : undefined
}
