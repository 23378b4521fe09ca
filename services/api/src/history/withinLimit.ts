import { withLimit } from '@latchkey/server/waiting'
import type { HistorySource } from './historySource.ts'

/**
 * Time limit of a page from another service, in milliseconds. A page of the index has no limit;
 * each of its queries has one (`limitReads.ts`).
 */
export const pageLimit = 8_000

/** A source whose requests are aborted after a time limit. */
export function withinLimit(source: HistorySource): HistorySource {
  return {
    ...source,
    page: (account, start, limit, signal) =>
      withLimit(pageLimit, signal, (stop) => source.page(account, start, limit, stop)),
  }
}
