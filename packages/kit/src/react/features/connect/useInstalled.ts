import { useCallback, useMemo } from 'react'
import type { Wallet } from '../../../core/wallet.ts'
import { useWallets } from '../../useWallets.ts'

/** Gives the id of the connector that is the same wallet in this browser, told by its reverse domain name; undefined for one that is not installed. */
export function useInstalled(): (wallet: Wallet) => string | undefined {
  const connectors = useWallets()
  const ids = useMemo(() => new Map(connectors.filter(({ type }) => type !== 'walletConnect').map(({ id }) => [id.toLowerCase(), id])), [connectors])
  return useCallback(({ id, rdns = id }) => ids.get(rdns.toLowerCase()), [ids])
}
