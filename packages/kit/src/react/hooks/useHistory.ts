import { useEffect, useMemo, useState } from 'react'
import type { HistoryEntry } from '../../history/historyEntry.ts'
import { createHistoryJoin, hasGap } from '../../history/joinHistory.ts'
import { withOrders } from '../../history/withOrders.ts'
import { historyQuery, newestQuery } from '../../history/historyQuery.ts'
import { kitError } from '../../core/errors.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { usePages } from './usePages.ts'
import { useQuery } from './useQuery.ts'

/**
 * The transactions of the connected account on its network, as far as they are loaded. `entries` has the known ones in every status, with those that
 * this browser sent, and its purchases that are under way. `isOwnOnly`: there is no API, or it has no history of this network, so that only those are
 * known. `next` is the state of the next page, `none` after the last.
 */
export type HistoryAnswer = { entries: readonly HistoryEntry[] } & (
  | { status: 'pending' }
  | { status: 'error'; error: Error }
  | { status: 'success'; isOwnOnly: boolean; next: 'idle' | 'pending' | 'failed' | 'none' }
)

const nothing: readonly never[] = []

/**
 * Transactions of the connected account, newest first, 50 a page, its own pending ones on top. `fetchNext` loads another page;
 * after an error (transactionsFailed, with its reason as `cause`) it tries again. While no wallet is connected `error` is
 * transactionsWithoutAccount, and no request is sent.
 */
export function useHistory(): HistoryAnswer & { fetchNext(): void } {
  const kit = useKit()
  const session = useAccount()
  const account = 'account' in session ? session.account : undefined
  const accountId = account?.accountId
  const newest = useQuery(useMemo(() => accountId && newestQuery(kit, accountId), [kit, accountId]))
  const { fetchNext, ...answer } = usePages(useMemo(() => accountId && historyQuery(kit, accountId), [kit, accountId]))
  const own = useOwn(account)
  const first = 'data' in newest ? newest.data : undefined
  const pages = 'pages' in answer ? answer.pages : nothing
  const [join] = useState(createHistoryJoin)
  const orders = useOrdersOf(account)
  const joined = useMemo(() => join({ newest: first, pages, own }), [join, first, pages, own])
  const entries = useMemo(() => withOrders(joined, orders), [joined, orders])

  const isBehind = accountId !== undefined && hasGap({ newest: first, pages })
  useEffect(() => {
    // if this code fails to load, no pages were loaded that could be behind
    if (isBehind) kit.context.queries().then(({ client }) => client.resetQueries({ queryKey: ['history pages', accountId] }), () => {})
  }, [isBehind, kit, accountId])

  function ask() {
    if (newest.status === 'error' && answer.status === 'success') newest.refetch()
    else fetchNext()
  }

  if (!account) return { status: 'error', error: kitError('transactionsWithoutAccount'), entries, fetchNext: ask }
  if (answer.status !== 'success') return { ...answer, entries, fetchNext: ask }
  if (newest.status === 'error') return { status: 'error', error: newest.error, entries, fetchNext: ask }
  return { status: 'success', isOwnOnly: pages[0] === null, next: answer.next, entries, fetchNext: ask }
}

/** The transactions that this browser sent from the account, on its network. */
function useOwn(account: { address: string; networkId: string } | undefined) {
  const pending = useKitState((state) => state.pending)
  const { address, networkId } = account ?? {}
  return useMemo(() => pending?.filter((one) => one.networkId === networkId && one.address.toLowerCase() === address?.toLowerCase()) ?? nothing, [pending, address, networkId])
}

/** The purchases of the account from this browser, on its network. */
function useOrdersOf(account: { address: string; networkId: string } | undefined) {
  const orders = useKitState((state) => state.orders)
  const { address, networkId } = account ?? {}
  return useMemo(() => orders?.filter((one) => one.networkId === networkId && one.address.toLowerCase() === address?.toLowerCase()) ?? nothing, [orders, address, networkId])
}
