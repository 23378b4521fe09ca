import type { QueryKey } from '@tanstack/query-core'
import { useMemo } from 'react'
import { peekAnswer } from '../../core/queries/peekAnswer.ts'
import { watchAnswer } from '../../core/queries/watchAnswer.ts'
import type { Answer, AnswerOptions, AnswerWatch } from '../../core/queries/watchAnswer.ts'
import { useKit } from './useKit.ts'
import { useWatch } from './useWatch.ts'
import type { StartWatch } from './useWatch.ts'

const pending = { status: 'pending' } as const

/**
 * Follows a query of the kit's own query client while the component is mounted. `options` must be
 * memoised; with `undefined` no request is sent.
 */
export function useQuery<data, key extends QueryKey>(
  options: AnswerOptions<data, key> | undefined,
): Answer<data> & { refetch(): void } {
  const kit = useKit()
  const start = useMemo(
    (): StartWatch<Answer<data>, AnswerWatch> | undefined =>
      options && ((notify) => watchAnswer(kit, options, notify)),
    [kit, options],
  )
  const { value, running } = useWatch<Answer<data>, AnswerWatch>(start, pending, () =>
    options ? peekAnswer(kit, options) : pending,
  )
  return { ...value, refetch: () => running()?.refetch() }
}
