import { useEffect, useState } from 'react'
import type { DevelopmentWallet } from 'latchkey/testing'
import type { Chain } from 'viem'
import type { Settings } from '../settings.ts'
import { announceWallets } from './announceWallets.ts'
import type { OtherNetworks } from '../otherNetworks.ts'

/**
 * Returns the page's development wallet. It is undefined until the wallet's code is loaded, and if
 * the settings exclude the wallet.
 */
export function useDevelopmentWallet(
  networks: readonly Chain[],
  others: OtherNetworks,
  settings: Settings,
): DevelopmentWallet | undefined {
  const [wallet, setWallet] = useState<DevelopmentWallet>()

  useEffect(() => {
    let isUnmounted = false
    const wallets = announceWallets(networks, others, settings)
    void wallets.then(({ main }) => isUnmounted || setWallet(main))
    return () => {
      isUnmounted = true
      void wallets.then(({ close }) => close())
    }
  }, [networks, others, settings])

  return wallet
}
