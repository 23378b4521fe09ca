import type { QueryKey } from '@tanstack/query-core'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../errors/errors.ts'
import type { Kit } from '../kit/kit.ts'
import type { PagesOptions } from '../queries/observePages.lazy.ts'
import { watchAnswer } from '../queries/watchAnswer.ts'
import type { AnswerOptions } from '../queries/watchAnswer.ts'
import { watchPages } from '../queries/watchPages.ts'
import { withLimit } from '../errors/withLimit.ts'
import { contextOf } from '../kit/context.ts'

/**
 * The answer to a query of the kit's own client: the cached answer while it is fresh, else the
 * answer of a request. Callers with the same query share one request. The wait ends after a minute;
 * then the request is aborted, unless another caller waits for it.
 * @throws KitError requestAborted, httpTimeout; the query's errors
 */
export function fetchAnswer<data, key extends QueryKey>(
  kit: Kit,
  options: AnswerOptions<data, key>,
  signal?: AbortSignal,
): Promise<data> {
  return once(kit, signal, (resolve, reject) =>
    watchAnswer(kit, { ...options, refetchInterval: false }, (answer) => {
      if (answer.status === 'pending' || answer.isFetching) return
      if (answer.status === 'error') reject(answer.error)
      else resolve(answer.data)
    }),
  )
}

/**
 * The loaded pages of an infinite query, at least the first. Limits and errors as {@link
 * fetchAnswer}.
 */
export function fetchPages<page, key extends QueryKey, param>(
  kit: Kit,
  options: PagesOptions<page, key, param>,
  signal?: AbortSignal,
): Promise<readonly page[]> {
  return once(kit, signal, (resolve, reject) =>
    watchPages(kit, options, (pages) => {
      if (pages.status === 'error') reject(pages.error)
      else if (pages.status === 'success' && !pages.isFetching) resolve(pages.pages)
    }),
  )
}

type Settle<value> = (
  resolve: (value: value) => void,
  reject: (error: Error) => void,
) => { stop(): void }

async function once<value>(
  kit: Kit,
  signal: AbortSignal | undefined,
  begin: Settle<value>,
): Promise<value> {
  const { clock } = contextOf(kit)
  let watch: { stop(): void } | undefined
  try {
    return await withLimit(
      () => new Promise<value>((resolve, reject) => void (watch = begin(resolve, reject))),
      { ms: times.answer, clock, signal, onTimeout: () => kitError('httpTimeout') },
    )
  } finally {
    watch?.stop()
  }
}
