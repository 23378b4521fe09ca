import { useMemo } from 'react'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import { isListed } from '../../domains/wallets/isListed.ts'
import { isWallet } from '../../domains/wallets/visibleConnectors.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The wallets that can be connected on this page and that the site lists, for a site's own list.
 * Names and icons are cleaned and may be shown.
 */
export function useWallets(): readonly Connector[] {
  const { options } = contextOf(useKit())
  const connectors = useKitState((state) => state.connectors)
  return useMemo(() => {
    const isWanted = isListed(options)
    return connectors.filter((connector) => isWallet(connector) && isWanted(connector))
  }, [connectors, options])
}
