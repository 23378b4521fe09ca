import { useMemo } from 'react'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import { isListed } from '../../domains/wallets/isListed.ts'
import { isWallet } from '../../domains/wallets/visibleConnectors.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Returns the wallets that the site offers and that can be connected in this page, for a list of
 * the site's own. Their names and icons are cleaned, so they are safe to show.
 */
export function useWallets(): readonly Connector[] {
  const { options } = contextOf(useKit())
  const connectors = useKitState((state) => state.connectors)
  return useMemo(() => {
    const isWanted = isListed(options)
    return connectors.filter((connector) => isWallet(connector) && isWanted(connector))
  }, [connectors, options])
}
