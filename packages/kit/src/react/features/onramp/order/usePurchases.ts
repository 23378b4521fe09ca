import { useMemo } from 'react'
import { joinPurchases } from '../../../../domains/onramp/order/joinPurchases.ts'
import type { Bought } from '../../../../domains/onramp/order/joinPurchases.ts'
import { getPurchases } from '../../../../domains/onramp/order/purchases.lazy.ts'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useOrders } from '../../../hooks/useOrders.ts'
import { useQuery } from '../../../hooks/useQuery.ts'

/** Milliseconds for which the API's list is not requested again. */
const freshFor = 15_000

/**
 * The purchases of the account: those of this browser first, then also those that the API knows.
 * `isIncomplete`: the API's list could not be read completely.
 */
export type KnownPurchases = {
  purchases: readonly Bought[]
  status: 'pending' | 'there'
  isIncomplete: boolean
  retry: () => void
}

/**
 * Joins the purchases of this browser with the API's list, which is requested again when one of the
 * former ends.
 */
export function usePurchases(): KnownPurchases {
  const kit = useKit()
  const session = useAccount()
  const accountId = 'account' in session ? session.account.accountId : undefined
  const orders = useOrders()
  const ended = orders
    .map(({ id, state, orderId }) => (orderId === undefined ? '' : `${id} ${state}`))
    .join()
  const query = useMemo(
    () =>
      accountId && {
        queryKey: ['purchases', accountId, ended] as const,
        staleTime: freshFor,
        networkMode: 'always' as const,
        queryFn: ({ signal }: { signal: AbortSignal }) => getPurchases(kit, { signal }),
      },
    [kit, accountId, ended],
  )
  const answer = useQuery(query)
  const known = 'data' in answer ? answer.data : undefined
  const purchases = useMemo(() => joinPurchases(orders, known?.purchases ?? []), [orders, known])
  return {
    purchases,
    status: answer.status === 'pending' ? 'pending' : 'there',
    isIncomplete: answer.status === 'error' || known?.isPartial === true,
    retry: answer.refetch,
  }
}
