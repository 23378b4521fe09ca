import * as times from '@latchkey/protocol/times'
import { isSameAccount, isSameAddress } from '@latchkey/protocol/address'
import { useMemo } from 'react'
import type { SwapOrder } from '../../../../core/contracts/facets/swap.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import { prepareOrder } from '../../../../domains/swap/prepareSwap.lazy.ts'
import type { PreparedSwap } from '../../../../domains/swap/prepareSwap.lazy.ts'
import { unfinishedSwap } from '../../../../domains/swap/unfinishedSwap.ts'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useKitState } from '../../../hooks/useKitState.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
import type { ListedToken } from '../useSwapTokens.ts'

/**
 * The state of a review. `elsewhere`: the wallet uses another account or network. `isAllowing`: an
 * earlier approval is not in a block yet; the swap is prepared afterwards.
 */
export type PreparedState =
  | { status: 'elsewhere' }
  | { status: 'failed'; error: Error; retry: () => void }
  | { status: 'shown'; prepared: PreparedSwap | undefined; isAllowing: boolean }

/** Prepares the swap as if it were sent now, and repeats that every 10 s. */
export function usePreparedSwap(
  order: SwapOrder,
  provider: string | undefined,
  tokens: readonly ListedToken[],
): PreparedState {
  const session = useAccount()
  const account = 'account' in session ? session.account : undefined
  const isHere =
    account !== undefined &&
    account.networkId === order.networkId &&
    isSameAddress(account.address, order.account)
  const isAllowing = useAllowing(order)
  const answer = usePrepared(order, provider, heldOf(tokens), isHere && !isAllowing)
  if (!isHere) return { status: 'elsewhere' }
  const prepared = 'data' in answer ? answer.data : undefined
  if (answer.status === 'error' && (!prepared || isRefusal(answer.error)))
    return { status: 'failed', error: answer.error, retry: answer.refetch }
  return { status: 'shown', prepared, isAllowing }
}

/** Whether the error says that the service's transaction does not match its offer. */
export const isRefusal = (error: Error): boolean => KitError.is(error, 'swapRefused')

/** Returns the addresses of the tokens in the account, separated by commas. */
const heldOf = (tokens: readonly ListedToken[]): string =>
  tokens
    .filter(
      ({ quantity, address }) =>
        address !== undefined && quantity !== undefined && /[1-9]/.test(quantity),
    )
    .map(({ address }) => address)
    .join(',')

/**
 * Whether an approval of this swap from an earlier visit is still pending. The review waits for it,
 * because a second approval would cost another fee.
 */
function useAllowing({ networkId, account, from }: SwapOrder): boolean {
  const kit = useKit()
  const unfinished = unfinishedSwap(kit, `${networkId}:${account}`)
  return useKitState(
    ({ pending }) =>
      pending?.some(
        (transaction) =>
          transaction.status === 'pending' &&
          unfinished &&
          isSameAccount(unfinished.from.id, from.id) &&
          unfinished.approvals.includes(transaction.hash),
      ) ?? false,
  )
}

function usePrepared(
  order: SwapOrder,
  provider: string | undefined,
  held: string,
  isWanted: boolean,
) {
  const kit = useKit()
  return useQuery(
    useMemo(
      () =>
        isWanted
          ? {
              queryKey: [
                'swap-prepared',
                order.networkId,
                order.account,
                order.from.id,
                order.to.id,
                String(order.amount),
                provider,
                held,
              ],
              networkMode: 'always' as const, // offline, the query fails at once and shows it
              gcTime: 0,
              refetchInterval: times.swapRequote,
              queryFn: ({ signal }: { signal: AbortSignal }): Promise<PreparedSwap> =>
                prepareOrder(kit, order, {
                  provider,
                  held: held.split(',').filter(Boolean),
                  signal,
                }),
            }
          : undefined,
      [kit, order, provider, held, isWanted],
    ),
  )
}
