import { useCallback } from 'react'
import { useRouter } from '../router.ts'
import { changedDraft } from './draft.ts'
import type { SendDraft } from './index.ts'

/**
 * Returns the function that changes the draft. The draft is stored in the screen's parameters, so
 * that it is still there when the visitor returns.
 */
export function useSetDraft(): (changes: SendDraft) => void {
  const { update } = useRouter()
  return useCallback(
    (changes) => {
      update('WalletSend', (draft) => changedDraft(draft, changes))
    },
    [update],
  )
}
