import { useCallback } from 'react'
import { accountOf } from '../../core/state.ts'
import { useKit } from '../hooks/useKit.ts'
import { gateBefore, manifestsOf } from './manifests.ts'
import { home } from './routeFor.ts'
import { useRouter } from './router.ts'

/**
 * Leads on from a screen that connected a wallet or opened a gate: to the screen of the next gate, or to the screen that the modal was opened
 * for; if there is none, the modal closes.
 */
export function useLeadOn(): () => void {
  const kit = useKit()
  const router = useRouter()
  return useCallback(() => {
    const account = accountOf(kit.getState())
    // the screen of a gate takes precedence over any other
    const isHeld = account && gateBefore(manifestsOf(kit).store.getState(), kit, account)
    if (isHeld) router.begin(router.destination() ?? home)
    else if (router.destination()) router.arrive(home)
    else kit.close()
  }, [kit, router])
}
