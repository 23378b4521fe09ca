import type { Currency } from '@latchkey/protocol/currencies'
import { useMemo } from 'react'
import { balancesQuery } from '../../domains/balances/balancesQuery.ts'
import { wantFreshBalances } from '../../core/queries/refreshAccount.ts'
import type { Balance } from '../../core/contracts/balance.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'

/**
 * Returns the balances of the connected account on its network: exact decimal strings in whole
 * tokens, with prices and values in a currency. They are read again every 30 s while the component
 * is mounted, and on `refetch`, which bypasses every cache. During an outage `status` is "error"
 * (tokenBalanceUnavailable), and `data` has the last known balances.
 * @param options.currency `usd`, `eur`, `gbp`, `aud`, `cad`, `inr`, `jpy`, `btc` or `eth`; a
 *   currency that the API does not know is an error (httpFailed, status 400)
 * @default 'usd'
 */
export function useBalances({
  currency = 'usd',
}: {
  currency?: Currency
} = {}): Answer<readonly Balance[]> & { refetch(): void } {
  const kit = useKit()
  const account = useAccount()
  const accountId = 'account' in account ? account.account.accountId : undefined
  const options = useMemo(
    () => accountId && balancesQuery(kit, accountId, currency),
    [kit, accountId, currency],
  )
  const { refetch, ...answer } = useQuery(options)
  return {
    ...answer,
    refetch() {
      if (accountId) wantFreshBalances(kit, accountId)
      refetch()
    },
  }
}
