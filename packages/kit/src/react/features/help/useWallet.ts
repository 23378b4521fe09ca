import { useMemo } from 'react'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { walletQuery } from '../../../domains/wallets/walletsQuery.lazy.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import type { Answer } from '../../../core/queries/watchAnswer.ts'

/**
 * Returns the wallet with an id, from the site's own wallets or the catalogue; null if it is
 * unknown. Without an id, it sends no request and stays pending.
 */
export function useWallet(
  walletId: string | undefined,
): Answer<Wallet | null> & { refetch(): void } {
  const kit = useKit()
  const options = useMemo(
    () => (walletId === undefined ? undefined : walletQuery(kit, walletId)),
    [kit, walletId],
  )
  return useQuery(options)
}
