import { useMemo } from 'react'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { walletQuery } from '../../../domains/wallets/walletsQuery.lazy.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import type { Answer } from '../../../core/queries/watchAnswer.ts'

/**
 * One wallet by its id: the site's own or the catalogue's; null if it is unknown. Without an id, no
 * request is sent and the state stays pending.
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
