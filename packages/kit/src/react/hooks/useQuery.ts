import type { QueryKey } from '@tanstack/query-core'
import { useEffect, useRef } from 'react'
import { watchAnswer } from '../../core/watchAnswer.ts'
import type { Answer, AnswerOptions, AnswerWatch } from '../../core/watchAnswer.ts'
import { useKit } from './useKit.ts'
import { useStateOf } from './useStateOf.ts'

const pending = { status: 'pending' } as const

/** Follows a query of the kit's own client while the component is mounted. `options` must be memoised; with `undefined` no request is sent. */
export function useQuery<data, key extends QueryKey>(options: AnswerOptions<data, key> | undefined): Answer<data> & { refetch(): void } {
  const kit = useKit()
  const [answer, setAnswer] = useStateOf<Answer<data>>(options, pending)
  const watch = useRef<AnswerWatch>(undefined)
  useEffect(() => {
    if (!options) return
    const begun = watchAnswer(kit, options, setAnswer)
    watch.current = begun
    return begun.stop
  }, [kit, options, setAnswer])
  return { ...answer, refetch: () => watch.current?.refetch() }
}
