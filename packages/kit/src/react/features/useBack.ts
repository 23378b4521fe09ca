import { useCallback } from 'react'
import { useRouter } from './router.ts'

/**
 * Leads back to the screen before; to `otherwise` where this one is the first, because the site has
 * opened it.
 */
export function useBack(otherwise: 'Connect' | 'Contacts'): () => void {
  const router = useRouter()
  return useCallback(
    () => (router.store.getState().stack.length > 1 ? router.back() : router.reset(otherwise)),
    [router, otherwise],
  )
}
