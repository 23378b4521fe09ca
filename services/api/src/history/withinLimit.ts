import { withLimit } from '@latchkey/server/waiting'
import type { HistorySource } from './historySource.ts'

/**
 * Milliseconds for a page that does not come from the index. A page from the index has no limit,
 * but each of its queries has one (`limitReads.ts`).
 */
export const pageLimit = 8_000

/** Wraps a source so that its requests are aborted after the time limit. */
export function withinLimit(source: HistorySource): HistorySource {
  return {
    ...source,
    page: (account, start, limit, signal) =>
      withLimit(pageLimit, signal, (stop) => source.page(account, start, limit, stop)),
  }
}
