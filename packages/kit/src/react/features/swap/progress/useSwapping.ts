import { useCallback, useEffect, useRef } from 'react'
import { kitError } from '../../../../core/errors/errors.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import { allowanceUsed, sendSwap } from '../../../../domains/swap/run/sendSwap.lazy.ts'
import type { SwapProgress } from '../../../../domains/swap/run/sendSwap.lazy.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useRouter } from '../../router.ts'
import type { SwapChange, Swapping, SwapViews } from '../index.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** One attempt to swap: its last status, and whether its approval was sent. */
type Run = { controller: AbortController; last: SwapProgress['status']; hasAllowed: boolean }

/**
 * Starts the swap once, and again on `retry`. The progress is stored in the screen's parameters.
 * - If the visitor leaves before the swap is sent, the attempt ends. A request that is open in the
 *   wallet stays there, and an approval that was sent is stored.
 * - A swap that was sent continues.
 * - If the visitor has to agree to something new, such as another price, the review is shown again.
 */
export function useSwapping({ prepared, swapping }: SwapViews['SwapProgress']): {
  swapping: Swapping
  retry: () => void
} {
  const kit = useKit()
  const { update, leave } = useRouter()
  const set = useCallback(
    (next: Swapping | undefined) => {
      update('SwapProgress', (params) =>
        params.prepared === prepared ? { prepared, swapping: next } : params,
      )
    },
    [update, prepared],
  )
  const isNew = swapping === undefined
  const run = useRef<Run>(undefined)

  useEffect(() => {
    if (!isNew) return
    // StrictMode mounts, unmounts and mounts again. The delay lets only the second mount start.
    return contextOf(kit).clock.setTimeout(() => {
      const own: Run = { controller: new AbortController(), last: 'checking', hasAllowed: false }
      const { signal } = own.controller
      run.current = own
      const onProgress = (progress: SwapProgress) => {
        own.last = progress.status
        own.hasAllowed ||= progress.status === 'approving'
        if (!signal.aborted) set(progress)
      }
      const onFailed = (cause: unknown) => {
        if (signal.aborted) return
        const error = KitError.is(cause) ? cause : kitError('somethingWrong', { cause })
        if (!isForReview(error))
          return set({ status: 'failed', error, last: own.last, hasAllowed: own.hasAllowed })
        const change = changeOf(error)
        update('SwapPreview', (params) => ({ ...params, change }))
        leave('SwapProgress')
      }
      sendSwap(kit, prepared, { onProgress, isUncheckedFine: !prepared.isChecked, signal }).then(
        (outcome) => set({ status: 'ended', outcome }),
        onFailed,
      )
    }, 0)
  }, [kit, update, leave, prepared, isNew, set])

  useEffect(
    () => () => {
      if (run.current && run.current.last !== 'sent') run.current.controller.abort()
    },
    [],
  )
  return { swapping: swapping ?? { status: 'checking' }, retry: () => set(undefined) }
}

/** Whether an error shows the review again, because the visitor has to agree to something new. */
const isForReview = ({ code, details }: KitError): boolean =>
  code === 'priceMoved' ||
  (code === 'actionNotAllowed' && (details === 'unchecked' || details === allowanceUsed))

/**
 * Returns what the review says has changed. For a swap that can no longer be checked it is
 * undefined: the review has its own warning for that.
 */
function changeOf({ code, details }: KitError): SwapChange | undefined {
  if (code === 'priceMoved') return 'moved'
  return details === allowanceUsed ? 'used' : undefined
}
