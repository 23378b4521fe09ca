import { useCallback, useMemo } from 'react'
import type { Wallet } from '../../../../core/contracts/wallet.ts'
import { isHere } from '../../../../domains/wallets/visibleConnectors.ts'
import {
  identityOfConnector,
  identityOfWallet,
  isSameWallet,
  sharesId,
} from '../../../../domains/wallets/walletIdentity.ts'
import { useKitState } from '../../../hooks/useKitState.ts'

/**
 * Returns a function that gives the id of a wallet's connector in this browser. It gives undefined
 * if the wallet is not installed.
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
