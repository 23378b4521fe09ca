import { useCallback } from 'react'
import { useRouter } from './router.ts'

/**
 * Returns the function that goes back to the previous screen. If there is none, because the site
 * opened this screen, it shows `otherwise`.
 */
export function useBack(otherwise: 'Connect' | 'Contacts'): () => void {
  const router = useRouter()
  return useCallback(
    () => (router.store.getState().stack.length > 1 ? router.back() : router.reset(otherwise)),
    [router, otherwise],
  )
}
