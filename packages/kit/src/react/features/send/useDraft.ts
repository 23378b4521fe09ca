import { useCallback } from 'react'
import { useRouter } from '../router.ts'
import { changedDraft } from './draft.ts'
import type { SendDraft } from './index.ts'

/**
 * Changes the draft. It is stored with the screen in the stack, so that it is still there when the
 * visitor returns.
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
