import type { QueryKey } from '@tanstack/query-core'
import { useEffect, useRef } from 'react'
import type { PagesOptions } from '../../core/queries/observePages.ts'
import { watchPages } from '../../core/queries/watchPages.ts'
import type { Pages, PagesWatch } from '../../core/queries/watchPages.ts'
import { useKit } from './useKit.ts'
import { useStateOf } from './useQuery.ts'

const pending = { status: 'pending' } as const

/**
 * Follows an infinite query of the kit's own client while the component is mounted. `fetchNext`
 * loads another page; after a failure it retries. `options` must be memoised; with `undefined` no
 * request is sent.
 */
export function usePages<page, key extends QueryKey, param>(
  options: PagesOptions<page, key, param> | undefined,
): Pages<page> & { fetchNext: () => void } {
  const kit = useKit()
  const [pages, setPages] = useStateOf<Pages<page>>(options, pending)
  const watch = useRef<PagesWatch>(undefined)
  useEffect(() => {
    if (!options) return
    const started = watchPages(kit, options, setPages)
    watch.current = started
    return started.stop
  }, [kit, options, setPages])
  return { ...pages, fetchNext: () => watch.current?.fetchNext() }
}
