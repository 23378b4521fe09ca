import type { QueryKey } from '@tanstack/query-core'
import type { Kit } from '../kit/kit.ts'
import { loadedQueries } from './loadQueries.ts'
import { answerOf } from './watchAnswer.ts'
import type { Answer, AnswerOptions } from './watchAnswer.ts'

/**
 * Returns the answer that `watchAnswer` would report first. It requests nothing, and returns the
 * cached answer if there is one.
 */
export function peekAnswer<data, key extends QueryKey>(
  kit: Kit,
  options: AnswerOptions<data, key>,
): Answer<data> {
  const queries = loadedQueries(kit)
  if (!queries) return { status: 'pending' }
  // optimistic: says that a request is under way if following would send one
  return answerOf(
    queries.observe({ ...options, _optimisticResults: 'optimistic' }).getCurrentResult(),
  )
}
