import { useCallback } from 'react'
import { useRouter } from '../router.ts'
import { changedDraft } from './draft.ts'
import type { SwapDraft } from './index.ts'

/**
 * Returns the function that changes the draft. The draft is stored in the screen's parameters, so
 * that it is still there when the visitor returns.
 */
export function useSetDraft(): (changes: SwapDraft) => void {
  const { update } = useRouter()
  return useCallback(
    (changes) => {
      update('Swap', (draft) => changedDraft(draft, changes))
    },
    [update],
  )
}

/** Returns the draft, for the screens that are opened from the form. */
export function useDraft(): SwapDraft | undefined {
  const { store } = useRouter()
  const route = store.getState().stack.findLast(({ view }) => view === 'Swap')
  return route?.view === 'Swap' ? route.params : undefined
}
