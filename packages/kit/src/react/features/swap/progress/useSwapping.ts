import { useCallback, useEffect, useRef } from 'react'
import { kitError } from '../../../../core/errors/errors.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import { allowanceUsed, sendSwap } from '../../../../domains/swap/run/sendSwap.lazy.ts'
import type { SwapProgress } from '../../../../domains/swap/run/sendSwap.lazy.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useRouter } from '../../router.ts'
import type { Swapping, SwapViews } from '../index.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/**
 * Starts the swap once, and again on `retry`. The progress is stored with the screen in the stack.
 * - Leaving before the swap is sent ends it. A request that is open in the wallet stays there, and
 *   an approval that was sent is stored.
 * - A swap that was sent continues.
 * - If the price has moved, the review is shown with the new price.
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
  const run = useRef<{
    controller: AbortController
    last: SwapProgress['status']
    hasAllowed: boolean
  }>(undefined)

  useEffect(() => {
    if (!isNew) return
    // StrictMode starts, stops and starts again: only the second start runs
    return contextOf(kit).clock.setTimeout(() => {
      const own = {
        controller: new AbortController(),
        last: 'checking' as SwapProgress['status'],
        hasAllowed: false,
      }
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
        const isReview =
          error.code === 'actionNotAllowed' &&
          (error.details === 'unchecked' || error.details === allowanceUsed)
        if (error.code !== 'priceMoved' && !isReview)
          return set({ status: 'failed', error, last: own.last, hasAllowed: own.hasAllowed })
        const change =
          error.code === 'priceMoved'
            ? ('moved' as const)
            : error.details === allowanceUsed
              ? ('used' as const)
              : undefined
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
