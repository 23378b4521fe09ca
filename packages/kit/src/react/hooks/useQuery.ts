import type { QueryKey } from '@tanstack/query-core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { watchAnswer } from '../../core/queries/watchAnswer.ts'
import type { Answer, AnswerOptions, AnswerWatch } from '../../core/queries/watchAnswer.ts'
import { useKit } from './useKit.ts'

const pending = { status: 'pending' } as const

/**
 * Follows a query of the kit's own client while the component is mounted. `options` must be
 * memoised; with `undefined` no request is sent.
 */
export function useQuery<data, key extends QueryKey>(
  options: AnswerOptions<data, key> | undefined,
): Answer<data> & { refetch(): void } {
  const kit = useKit()
  const [answer, setAnswer] = useStateOf<Answer<data>>(options, pending)
  const watch = useRef<AnswerWatch>(undefined)
  useEffect(() => {
    if (!options) return
    const started = watchAnswer(kit, options, setAnswer)
    watch.current = started
    return started.stop
  }, [kit, options, setAnswer])
  return { ...answer, refetch: () => watch.current?.refetch() }
}

/**
 * A state that belongs to one subject, such as an account. When the subject changes, the state is
 * reset in the same render, also in a part of the screen that was hidden meanwhile.
 */
export function useStateOf<value>(
  subject: unknown,
  initial: value,
): readonly [value, (value: value) => void] {
  const [known, setKnown] = useState({ subject, value: initial })
  const set = useCallback((value: value) => setKnown({ subject, value }), [subject])
  return [known.subject === subject ? known.value : initial, set]
}
