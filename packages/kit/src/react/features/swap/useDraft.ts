import { useCallback } from 'react'
import { useRouter } from '../router.ts'
import { changedDraft } from './draft.ts'
import type { SwapDraft } from './index.ts'

/**
 * Changes the draft. It is stored with the screen in the stack, so that it is still there when the
 * visitor returns.
 */
export function useSetDraft(): (changes: SwapDraft) => void {
  const { store } = useRouter()
  return useCallback(
    (changes) => {
      store.setState(({ stack }) => {
        const at = stack.findLastIndex(({ view }) => view === 'Swap')
        return {
          stack: stack.map((route, index) =>
            index === at && route.view === 'Swap'
              ? { ...route, params: changedDraft(route.params, changes) }
              : route,
          ),
        }
      })
    },
    [store],
  )
}

/** The draft, for the screens that are opened from the form. */
export function useDraft(): SwapDraft | undefined {
  const { store } = useRouter()
  const route = store.getState().stack.findLast(({ view }) => view === 'Swap')
  return route?.view === 'Swap' ? route.params : undefined
}
