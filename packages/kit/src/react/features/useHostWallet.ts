import { useEffect } from 'react'
import type { Router } from '../router/createRouter.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import type { Views } from './registry.ts'

/**
 * In a wallet's in-app browser the modal begins with this wallet instead of the list; the back
 * button leads to the list. If the visitor has to agree to terms first, the modal begins with the
 * list. The code is loaded in parallel with the first screen.
 */
export function useHostWallet(router: Router<Views>): void {
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  const hostConnectorId = useKitState(
    ({ connectors }) => connectors.find(({ isHome }) => isHome)?.id,
  )
  useEffect(() => {
    if (isOpen && hostConnectorId)
      import('./connect/openHostWallet.lazy.ts').then(
        ({ openHostWallet }) => kit.getState().modal.open && openHostWallet(kit, router),
        () => {},
      ) // if the code fails to load, the list is shown
  }, [kit, router, isOpen, hostConnectorId])
}
