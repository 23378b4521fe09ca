import { useCallback } from 'react'
import { useRouter } from '../router.ts'
import { changedDraft } from './draft.ts'
import type { SendDraft } from './index.ts'

/**
 * Changes the draft. It is stored with the screen in the stack, so that it is still there when the
 * visitor returns.
 */
export function useSetDraft(): (changes: SendDraft) => void {
  const { store } = useRouter()
  return useCallback(
    (changes) => {
      store.setState(({ stack }) => {
        const at = stack.findLastIndex(({ view }) => view === 'WalletSend')
        return {
          stack: stack.map((route, index) =>
            index === at && route.view === 'WalletSend'
              ? { ...route, params: changedDraft(route.params, changes) }
              : route,
          ),
        }
      })
    },
    [store],
  )
}
