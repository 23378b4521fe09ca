import { useCallback, useMemo } from 'react'
import type { Wallet } from '../../../../core/wallet.ts'
import { isHere } from '../../../../wallets/visibleConnectors.ts'
import {
  identityOfConnector,
  identityOfWallet,
  isSameWallet,
  sharesId,
} from '../../../../wallets/walletIdentity.ts'
import { useKitState } from '../../../hooks/useKitState.ts'

/**
 * Gives the id of the connector that is the same wallet in this browser; undefined if it is not
 * installed.
 */
export function useInstalled(): (wallet: Wallet) => string | undefined {
  const connectors = useKitState((state) => state.connectors)
  const known = useMemo(
    () =>
      connectors
        .filter(isHere)
        .map((connector) => ({ id: connector.id, identity: identityOfConnector(connector) })),
    [connectors],
  )
  return useCallback(
    (wallet) => {
      const wanted = identityOfWallet(wallet)
      const found =
        known.find(({ identity }) => sharesId(identity, wanted)) ??
        known.find(({ identity }) => isSameWallet(identity, wanted))
      return found?.id
    },
    [known],
  )
}
