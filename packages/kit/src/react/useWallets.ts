import type { Connector } from '../core/adapter.ts'
import { useKitState } from './useKitState.ts'

/** Wallets that can be connected on this page, for a list of one's own. Names and icons are cleaned and may be shown. */
export function useWallets(): readonly Connector[] {
  return useKitState((state) => state.connectors)
}
