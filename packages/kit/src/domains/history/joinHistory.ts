import { transactionKey } from '@latchkey/protocol/transactionHash'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import type { HistoryPage } from './getHistory.lazy.ts'
import type { HistoryEntry } from './historyEntry.ts'
import { ownEntry } from './ownEntry.ts'

type Parts = {
  /** The newest page, from the latest request. */
  newest: HistoryPage | null | undefined
  pages: readonly (HistoryPage | null)[]
  /** Transactions that this browser sent from the account on its network. */
  own: readonly PendingTransaction[]
}

/**
 * The joined entries, saved for the next call. When a page is added, only the new page is
 * processed.
 */
type Joined = Pick<Parts, 'newest' | 'pages'> & { known: readonly HistoryEntry[]; ids: Set<string> }

/**
 * Creates the function that joins the entries of all pages with the transactions that this browser
 * sent. Each entry appears once, newest first:
 * - Pending transactions come first.
 * - Ended transactions of this browser are placed by their time, as soon as the loaded pages reach
 *   back to that time.
 *
 * Each call continues from the last result, because processing a hundred thousand entries again for
 * every page would be slow.
 */
export function createHistoryJoin(): (parts: Parts) => readonly HistoryEntry[] {
  let last: Joined | undefined
  return (parts) => {
    const canContinue =
      last !== undefined &&
      last.newest === parts.newest &&
      last.pages.every((page, index) => page === parts.pages[index])
    const before =
      canContinue && last
        ? last
        : { newest: parts.newest, pages: [], known: [], ids: new Set<string>() }
    const start = before.known.length === 0 ? (parts.newest?.entries ?? []) : []
    const added = [
      ...start,
      ...parts.pages.slice(before.pages.length).flatMap((page) => page?.entries ?? []),
    ]
    const { ids } = before
    const known = [...before.known, ...added.filter(({ id }) => !ids.has(id) && ids.add(id))]
    if (!isOrdered(known, before.known.length)) known.sort(newestFirst)
    last = { newest: parts.newest, pages: parts.pages, ids, known }
    return withOwn(known, parts)
  }
}

function withOwn(known: readonly HistoryEntry[], { pages, own }: Parts): readonly HistoryEntry[] {
  const changed = new Set(
    own.flatMap((transaction) =>
      transaction.status === 'changed' ? [transactionKey(transaction.hash)] : [],
    ),
  )
  // only this browser knows that the wallet has sent another transaction than the kit requested
  const listed =
    changed.size > 0
      ? known.map((entry) =>
          changed.has(hashOf(entry)) ? { ...entry, status: 'changed' as const } : entry,
        )
      : known
  const hashes = new Set(own.length > 0 ? known.map(hashOf) : [])
  const missing = own.map(ownEntry).filter((entry) => !hashes.has(hashOf(entry)))
  const isComplete = pages.length === 0 || !pages.at(-1)?.next
  const oldestLoaded = isComplete
    ? Number.NEGATIVE_INFINITY
    : (known.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
  const ended = missing.filter(({ status, at }) => status !== 'pending' && at >= oldestLoaded)
  const waiting = missing.filter(({ status }) => status === 'pending')
  return [...waiting, ...(ended.length > 0 ? [...listed, ...ended].sort(newestFirst) : listed)]
}

/**
 * Whether transactions are missing between the newest page and the other pages. If so, the pages
 * must be requested again.
 */
export function hasGap({ newest, pages }: Pick<Parts, 'newest' | 'pages'>): boolean {
  const first = pages[0]
  if (!newest?.next || !first || first.entries.length === 0) return false
  const ids = new Set(first.entries.map(({ id }) => id))
  return !newest.entries.some(({ id }) => ids.has(id))
}

const hashOf = ({ hash }: HistoryEntry) => transactionKey(hash)

const newestFirst = (a: HistoryEntry, b: HistoryEntry) => b.at - a.at

/** Whether the entries from `start` on are sorted, newest first. */
function isOrdered(entries: readonly HistoryEntry[], start: number): boolean {
  return entries
    .slice(Math.max(0, start - 1))
    .every(({ at }, index, part) => at <= (part[index - 1]?.at ?? at))
}
