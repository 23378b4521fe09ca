import { useMemo } from 'react'
import { balancesQuery } from '../balances/balancesQuery.ts'
import type { Balance } from '../balances/getBalances.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from './useQuery.ts'

/**
 * What the connected account holds on its network: exact decimal strings in whole tokens, prices and values in US dollars.
 * Asked again every 30 s while mounted. On an outage `status` is "error" (tokenBalanceUnavailable) and `data` the last known balances.
 */
export function useBalances(): Answer<readonly Balance[]> & { refetch(): void } {
  const kit = useKit()
  const account = useAccount()
  const id = 'account' in account ? account.account.accountId : undefined
  // account objects are new whenever the session changes; the id says who it is
  const options = useMemo(() => ('account' in account ? balancesQuery(kit, account.account) : undefined), [kit, id])
  return useQuery(options)
}
