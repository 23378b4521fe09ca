import { useEffect } from 'react'
import { accountOf } from '../../core/state.ts'
import type { Router } from '../modal/router.ts'
import { useKit } from '../useKit.ts'
import { useKitState } from '../useKitState.ts'
import { useWallets } from '../useWallets.ts'
import type { Views } from './index.ts'

/**
 * In a wallet's own browser the modal begins with that wallet, without a list to choose from; the way back leads to the list.
 * Whoever has terms to agree to first does that.
 */
export function useHome(router: Router<Views>): void {
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  const home = useWallets().find(({ isHome }) => isHome)?.id
  useEffect(() => {
    const { features, enableWallets, termsConditionsUrl, privacyPolicyUrl } = kit.context.options
    const isGated = features?.legalCheckbox && (termsConditionsUrl ?? privacyPolicyUrl)
    const { stack, direction } = router.store.getState()
    const isAtStart = direction === 'none' && stack.length === 1 && stack[0]?.view === 'Connect' && !accountOf(kit.getState())
    if (isOpen && home !== undefined && isAtStart && !isGated && enableWallets !== false) router.push('ConnectingExternal', { connectorId: home })
  }, [kit, router, isOpen, home])
}
