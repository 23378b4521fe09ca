import { useCallback } from 'react'
import { useKit } from '../hooks/useKit.ts'
import { continueFlow } from './continueFlow.ts'
import { useRouter } from './router.ts'

/** Returns `continueFlow` for a screen that has connected a wallet. */
export function useContinueFlow(): () => void {
  const kit = useKit()
  const router = useRouter()
  return useCallback(() => continueFlow(kit, router), [kit, router])
}
