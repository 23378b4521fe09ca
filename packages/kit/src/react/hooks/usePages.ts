import type { QueryKey } from '@tanstack/query-core'
import { useMemo } from 'react'
import type { PagesOptions } from '../../core/queries/observePages.lazy.ts'
import { peekPages, watchPages } from '../../core/queries/watchPages.ts'
import type { Pages, PagesWatch } from '../../core/queries/watchPages.ts'
import { useKit } from './useKit.ts'
import { useWatch } from './useWatch.ts'
import type { StartWatch } from './useWatch.ts'

const pending = { status: 'pending' } as const

/**
 * Follows an infinite query of the kit's own query client while the component is mounted.
 * `fetchNext` loads another page, or repeats a failed request. `options` must be memoised; with
 * `undefined` no request is sent.
 */
export function usePages<page, key extends QueryKey, param>(
  options: PagesOptions<page, key, param> | undefined,
): Pages<page> & { fetchNext: () => void } {
  const kit = useKit()
  const start = useMemo(
    (): StartWatch<Pages<page>, PagesWatch> | undefined =>
      options && ((notify) => watchPages(kit, options, notify)),
    [kit, options],
  )
  const { value, running } = useWatch<Pages<page>, PagesWatch>(start, pending, () =>
    options ? peekPages(kit, options) : pending,
  )
  return { ...value, fetchNext: () => running()?.fetchNext() }
}
