import { isSameAddress } from '@latchkey/protocol/address'
import { parseAccountId } from '@latchkey/protocol/caip'
import type { AccountId } from '@latchkey/protocol/caip'
import type { Kit } from '../../core/kit/kit.ts'
import type { Order } from '../../core/contracts/order.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import type { KitState } from '../../core/kit/state.ts'
import { peekAnswer } from '../../core/queries/peekAnswer.ts'
import { watchAnswer } from '../../core/queries/watchAnswer.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'
import { peekPages, watchPages } from '../../core/queries/watchPages.ts'
import type { Pages } from '../../core/queries/watchPages.ts'
import type { HistoryPage } from './getHistory.lazy.ts'
import type { HistoryEntry } from './historyEntry.ts'
import { historyQuery, newestQuery } from './historyQuery.ts'
import { createHistoryJoin, hasGap } from './joinHistory.ts'
import { withOrders } from './withOrders.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The loaded transactions of the connected account on its network. `entries` has all known entries,
 * also while `status` is `pending` or `error`. It includes transactions that this browser sent, and
 * its purchases under way. `isOwnOnly`: only transactions of this browser are known, because there
 * is no API or the API has no history of this network. `next` is the state of the next page, `none`
 * after the last page.
 */
export type HistoryAnswer = { entries: readonly HistoryEntry[] } & (
  | { status: 'pending' }
  | { status: 'error'; error: Error }
  | { status: 'success'; isOwnOnly: boolean; next: 'idle' | 'pending' | 'failed' | 'none' }
)

/**
 * A history that is followed until `stop` is called. `fetchNext` loads another page; after an error
 * it retries.
 */
export type HistoryWatch = { fetchNext(): void; stop(): void }

type Newest = Answer<HistoryPage | null>
type Older = Pages<HistoryPage | null>
const pending = { status: 'pending' } as const
const nothing: readonly never[] = []

/** The history of an account, which can be followed. */
export type AccountHistory = {
  /** Returns what `follow` would report first. It requests nothing. */
  peek(): HistoryAnswer
  /**
   * Calls `notify` at once and after each change. When there are new transactions, only the newest
   * page is requested again. If transactions are missing between it and the other pages, those are
   * requested again, too.
   */
  follow(notify: (answer: HistoryAnswer, fetchNext: () => void) => void): HistoryWatch
}

/** Returns the history of an account. */
export function historyOf(kit: Kit, accountId: AccountId): AccountHistory {
  const entriesOf = createEntries(accountId)
  const peek = () => {
    const parts = {
      newest: peekAnswer(kit, newestQuery(kit, accountId)),
      older: peekPages(kit, historyQuery(kit, accountId)),
    }
    return answerOf(parts, entriesOf(parts, kit.getState()))
  }
  return { peek, follow: (notify) => followHistory(kit, accountId, notify, entriesOf) }
}

/** Follows the history of an account. */
export function followHistory(
  kit: Kit,
  accountId: AccountId,
  notify: (answer: HistoryAnswer, fetchNext: () => void) => void,
  entriesOf = createEntries(accountId),
): HistoryWatch {
  const parts: Parts = { newest: pending, older: pending }
  let hasBegun = false
  let wasBehind = false
  let refetchPages = () => {}
  let fetchOlder = () => {}
  const fetchNext = () =>
    parts.newest.status === 'error' && parts.older.status === 'success'
      ? refetchPages()
      : fetchOlder()
  const notifyAll = () =>
    hasBegun && notify(answerOf(parts, entriesOf(parts, kit.getState())), fetchNext)
  const update = (part: Partial<typeof parts>) => {
    Object.assign(parts, part)
    const isBehind = hasGap({ newest: dataOf(parts), pages: pagesOf(parts) })
    // an error is ignored: without this code no pages were loaded, so none is outdated
    if (isBehind && !wasBehind)
      contextOf(kit)
        .queries()
        .then(
          ({ client }) => client.resetQueries({ queryKey: ['history pages', accountId] }),
          () => {},
        )
    wasBehind = isBehind
    notifyAll()
  }
  const first = watchAnswer(kit, newestQuery(kit, accountId), (newest, refetch) => {
    refetchPages = refetch
    update({ newest })
  })
  const pages = watchPages(kit, historyQuery(kit, accountId), (older, next) => {
    fetchOlder = next
    update({ older })
  })
  const unsubscribe = kit.subscribe((now, before) => {
    if (now.pending !== before.pending || now.orders !== before.orders) notifyAll()
  })
  hasBegun = true
  notifyAll()
  return {
    fetchNext,
    stop() {
      for (const end of [unsubscribe, first.stop, pages.stop]) end()
    },
  }
}

type Parts = { newest: Newest; older: Older }
const dataOf = ({ newest }: Parts) => ('data' in newest ? newest.data : undefined)
const pagesOf = ({ older }: Parts) => ('pages' in older ? older.pages : nothing)

function answerOf({ newest, older }: Parts, entries: readonly HistoryEntry[]): HistoryAnswer {
  if (older.status === 'pending') return { status: 'pending', entries }
  if (older.status === 'error') return { status: 'error', error: older.error, entries }
  if (newest.status === 'error') return { status: 'error', error: newest.error, entries }
  return { status: 'success', isOwnOnly: older.pages[0] === null, next: older.next, entries }
}

/**
 * Creates the function that joins all known entries of an account. As long as the entries stay the
 * same, it returns the same list object.
 */
function createEntries(
  accountId: AccountId,
): (parts: Parts, state: KitState) => readonly HistoryEntry[] {
  const join = createHistoryJoin()
  const ownOf = memoizeLast((pending: KitState['pending']) =>
    itemsOfAccount<PendingTransaction>(accountId, pending),
  )
  const ordersOf = memoizeLast((orders: KitState['orders']) =>
    itemsOfAccount<Order>(accountId, orders),
  )
  const joined = memoizeLast(
    (
      first: HistoryPage | null | undefined,
      pages: readonly (HistoryPage | null)[],
      own: readonly PendingTransaction[],
    ) => join({ newest: first, pages, own }),
  )
  const withAll = memoizeLast(withOrders)
  return (parts, state) =>
    withAll(joined(dataOf(parts), pagesOf(parts), ownOf(state.pending)), ordersOf(state.orders))
}

/** Returns the items that belong to the account and its network. */
function itemsOfAccount<item extends { address: string; networkId: string }>(
  accountId: AccountId,
  entries: readonly item[] | undefined,
): readonly item[] {
  const { address, networkId } = parseAccountId(accountId)
  const own =
    entries?.filter(
      (item) => item.networkId === networkId && isSameAddress(item.address, address),
    ) ?? nothing
  return own.length > 0 ? own : nothing
}

/** Memoizes the last result of a function while its arguments stay the same. */
function memoizeLast<args extends readonly unknown[], result>(
  compute: (...args: args) => result,
): (...args: args) => result {
  let last: { args: args; result: result } | undefined
  return (...args) => {
    if (!last || args.some((arg, at) => arg !== last?.args[at]))
      last = { args, result: compute(...args) }
    return last.result
  }
}
