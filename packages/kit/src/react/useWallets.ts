import { useMemo } from 'react'
import type { Connector } from '../core/adapter.ts'
import { namedBy } from '../core/namedBy.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'

/** Wallets that can be connected on this page and that the site does not exclude, for a list of one's own. Names and icons are cleaned and may be shown. */
export function useWallets(): readonly Connector[] {
  const { excludeWalletIds } = useKit().context.options
  const connectors = useKitState((state) => state.connectors)
  return useMemo(() => {
    const isExcluded = namedBy(excludeWalletIds)
    return connectors.filter((one) => !isExcluded(one))
  }, [connectors, excludeWalletIds])
}
