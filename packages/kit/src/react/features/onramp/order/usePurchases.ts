import { useMemo } from 'react'
import { joinPurchases } from '../../../../domains/onramp/order/joinPurchases.ts'
import type { Bought } from '../../../../domains/onramp/order/joinPurchases.ts'
import { getPurchases } from '../../../../domains/onramp/order/purchases.lazy.ts'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useOrders } from '../../../hooks/useOrders.ts'
import { useQuery } from '../../../hooks/useQuery.ts'

/** For this many milliseconds the API's list is not requested again. */
const freshFor = 15_000

/**
 * The account's purchases: at first those made in this browser, later also those that the API
 * knows. `isIncomplete`: a part of the API's list could not be read.
 */
export type KnownPurchases = {
  purchases: readonly Bought[]
  status: 'pending' | 'there'
  isIncomplete: boolean
  retry: () => void
}

/**
 * Joins the purchases made in this browser with the API's list. When the state of a purchase of
 * this browser changes, the API's list is requested again.
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
