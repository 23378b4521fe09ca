import { useEffect } from 'react'
import type { Router } from '../modal/router.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import type { Views } from './registry.ts'

/**
 * In a wallet's own browser the modal begins with that wallet, without a list to choose from; the way back leads to the list.
 * Whoever has terms to agree to first does that. The code comes beside that of the screen to come.
 */
export function useHome(router: Router<Views>): void {
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  const home = useKitState(({ connectors }) => connectors.find(({ isHome }) => isHome)?.id)
  useEffect(() => {
    if (isOpen && home) import('./connect/atHome/beginAtHome.ts').then(({ beginAtHome }) => kit.getState().modal.open && beginAtHome(kit, router), () => {}) // the list does as well
  }, [kit, router, isOpen, home])
}
