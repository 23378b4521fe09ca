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

/** Entries that were joined, for the next time: with one page more only that is looked at. */
type Joined = Pick<Parts, 'newest' | 'pages'> & { known: readonly HistoryEntry[]; ids: Set<string> }

/**
 * Makes what joins the entries of all pages, each once, newest first, with one's own that are not in them: those that wait on top,
 * those that ended where their time is, as soon as the pages reach that far. It goes on from what it joined last: of a hundred
 * thousand entries every page would take its time.
 */
export function createHistoryJoin(): (parts: Parts) => readonly HistoryEntry[] {
  let last: Joined | undefined
  return (parts) => {
    const goesOn = last !== undefined && last.newest === parts.newest && last.pages.every((page, index) => page === parts.pages[index])
    const before = goesOn && last ? last : { newest: parts.newest, pages: [], known: [], ids: new Set<string>() }
    const start = before.known.length === 0 ? (parts.newest?.entries ?? []) : []
    const added = [...start, ...parts.pages.slice(before.pages.length).flatMap((page) => page?.entries ?? [])]
    const { ids } = before
    const known = [...before.known, ...added.filter(({ id }) => !ids.has(id) && ids.add(id))]
    if (!isOrdered(known, before.known.length)) known.sort(newestFirst)
    last = { newest: parts.newest, pages: parts.pages, ids, known }
    return withOwn(known, parts)
  }
}

function withOwn(known: readonly HistoryEntry[], { pages, own }: Parts): readonly HistoryEntry[] {
  const hashes = new Set(own.length > 0 ? known.map(hashOf) : [])
  const missing = own.map(ownEntry).filter((entry) => !hashes.has(hashOf(entry)))
  const isComplete = pages.length === 0 || !pages.at(-1)?.next
  const reached = isComplete ? Number.NEGATIVE_INFINITY : (known.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
  const ended = missing.filter(({ status, at }) => status !== 'pending' && at >= reached)
  const waiting = missing.filter(({ status }) => status === 'pending')
  return [...waiting, ...(ended.length > 0 ? [...known, ...ended].sort(newestFirst) : known)]
}

/** Whether more has happened since the pages were begun than the newest one holds: then they have to be begun anew. */
export function hasGap({ newest, pages }: Pick<Parts, 'newest' | 'pages'>): boolean {
  const first = pages[0]
  if (!newest?.next || !first || first.entries.length === 0) return false
  const ids = new Set(first.entries.map(({ id }) => id))
  return !newest.entries.some(({ id }) => ids.has(id))
}

const hashOf = ({ hash }: HistoryEntry) => hash.toLowerCase()

const newestFirst = (one: HistoryEntry, other: HistoryEntry) => other.at - one.at

/** Whether the entries from `start` on come in their order. */
function isOrdered(entries: readonly HistoryEntry[], start: number): boolean {
  return entries.slice(Math.max(0, start - 1)).every(({ at }, index, part) => at <= (part[index - 1]?.at ?? at))
}
