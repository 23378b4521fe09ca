import { withLimit } from '@latchkey/server/waiting'
import type { HistorySource } from './historySource.ts'

/**
 * Milliseconds that another service has for a page. A page of the index has no limit; each of its
 * queries has one (`limitReads.ts`).
 */
export const pageLimit = 8_000

/** A source that is given up after a time. */
export function withinLimit(source: HistorySource): HistorySource {
  return {
    ...source,
    page: (account, start, limit, signal) =>
      withLimit(pageLimit, signal, (stop) => source.page(account, start, limit, stop)),
  }
}
