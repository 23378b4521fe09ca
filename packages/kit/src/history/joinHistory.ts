import type { PendingTransaction } from '../core/pendingTransactions.ts'
import type { HistoryPage } from './getHistory.ts'
import type { HistoryEntry } from './historyEntry.ts'
import { ownEntry } from './ownEntry.ts'

type Parts = {
  /** What was asked last. */
  newest: HistoryPage | null | undefined
  pages: readonly (HistoryPage | null)[]
  /** Those of the account on its network. */
  own: readonly PendingTransaction[]
}

/**
 * The entries of all pages, each once, newest first, with one's own that are not in them: those that wait on top, those that
 * ended where their time is, as soon as the pages reach that far.
 */
export function joinHistory({ newest, pages, own }: Parts): readonly HistoryEntry[] {
  const known = unique([...(newest?.entries ?? []), ...pages.flatMap((page) => page?.entries ?? [])])
  const hashes = new Set(own.length > 0 ? known.map(hashOf) : [])
  const missing = own.map(ownEntry).filter((entry) => !hashes.has(hashOf(entry)))
  const isComplete = pages.length === 0 || !pages.at(-1)?.next
  const reached = isComplete ? Number.NEGATIVE_INFINITY : (known.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
  const ended = missing.filter(({ status, at }) => status !== 'pending' && at >= reached)
  return [...missing.filter(({ status }) => status === 'pending'), ...[...known, ...ended].sort((one, other) => other.at - one.at)]
}

/** Whether more has happened since the pages were begun than the newest one holds: then they have to be begun anew. */
export function hasGap({ newest, pages }: Pick<Parts, 'newest' | 'pages'>): boolean {
  const first = pages[0]
  if (!newest?.next || !first || first.entries.length === 0) return false
  const ids = new Set(first.entries.map(({ id }) => id))
  return !newest.entries.some(({ id }) => ids.has(id))
}

const hashOf = ({ hash }: HistoryEntry) => hash.toLowerCase()

function unique(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id))
}
