import { useEffect } from 'react'
import { readDevice } from '../../core/device.ts'
import { accountOf } from '../../core/state.ts'
import { joinWallets } from '../../wallets/joinWallets.ts'
import type { Router } from '../modal/router.ts'
import { useKit } from '../useKit.ts'
import { useKitState } from '../useKitState.ts'
import type { Views } from './index.ts'

/**
 * In a wallet's own browser the modal begins with that wallet, without a list to choose from; the way back leads to the list.
 * Whoever has terms to agree to first does that.
 */
export function useHome(router: Router<Views>): void {
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  const connectors = useKitState((state) => state.connectors)
  const home = connectors.find(({ isHome }) => isHome)?.id
  useEffect(() => {
    const { options } = kit.context
    const isGated = options.features?.legalCheckbox && (options.termsConditionsUrl ?? options.privacyPolicyUrl)
    const { stack, direction } = router.store.getState()
    const isAtStart = direction === 'none' && stack.length === 1 && stack[0]?.view === 'Connect' && !accountOf(kit.getState())
    const isListed = () => joinWallets({ connectors, recents: [], featured: [], recommended: [], options, device: readDevice() }).some((one) => one.connectors.some(({ isHome }) => isHome))
    if (isOpen && home !== undefined && isAtStart && !isGated && options.enableWallets !== false && isListed()) router.push('ConnectingExternal', { connectorId: home })
  }, [kit, router, isOpen, home, connectors])
}
