import { useCallback } from 'react'
import { useRouter } from './router.ts'

/**
 * Goes back to the previous screen, or to `otherwise` if this one is the first because the site
 * opened it.
 */
export function useBack(otherwise: 'Connect' | 'Contacts'): () => void {
  const router = useRouter()
  return useCallback(
    () => (router.store.getState().stack.length > 1 ? router.back() : router.reset(otherwise)),
    [router, otherwise],
  )
}
