import { useCallback } from 'react'
import { useKit } from '../hooks/useKit.ts'
import { leadOn } from './leadOn.ts'
import { useRouter } from './router.ts'

/** `leadOn`, for a screen that connected a wallet. */
export function useLeadOn(): () => void {
  const kit = useKit()
  const router = useRouter()
  return useCallback(() => leadOn(kit, router), [kit, router])
}
