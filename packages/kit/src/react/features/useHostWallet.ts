import { useEffect } from 'react'
import type { Router } from '../modal/router.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import type { Views } from './registry.ts'

/**
 * In a wallet's in-app browser the modal begins with that wallet, without a list to choose from;
 * going back leads to the list. A visitor who has to agree to terms does that first. The code is
 * loaded in parallel with that of the first screen.
 */
export function useHostWallet(router: Router<Views>): void {
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  const hostConnectorId = useKitState(
    ({ connectors }) => connectors.find(({ isHome }) => isHome)?.id,
  )
  useEffect(() => {
    if (isOpen && hostConnectorId)
      import('./connect/atHome/openHostWallet.ts').then(
        ({ openHostWallet: beginAtHome }) => kit.getState().modal.open && beginAtHome(kit, router),
        () => {},
      ) // without it the list is shown
  }, [kit, router, isOpen, hostConnectorId])
}
