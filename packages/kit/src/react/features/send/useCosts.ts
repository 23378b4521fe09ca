import { useMemo } from 'react'
import type { Balance } from '../../../core/contracts/balance.ts'
import { extrasOf } from '../../../core/transactions/extrasOf.ts'
import type { Fee, Recipient } from '../../../core/contracts/facets/send.ts'
import type { Spendable } from '../../../domains/send/costs/readSpendable.lazy.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import { amountOf } from './useSendTokens.ts'

/** A fee and a balance are read again after this many milliseconds. */
const age = 15_000

/** The fee of a transfer sent now, and the balances. */
export type Costs = {
  /**
   * Undefined until the fee is known, and if it cannot be read. Before a recipient is entered, it
   * is the fee of a transfer to the own account.
   */
  fee: Fee | undefined
  /** Undefined until it is known. If the node fails, it is computed from the balances shown. */
  spendable: Spendable | undefined
}

/**
 * Reads the fee and the balances from the network's node, not from the API: the maximum amount
 * depends on the balance at this moment. The code is loaded when the screen is first shown.
 */
export function useCosts(token: Balance, native: Balance, recipient: Recipient | undefined): Costs {
  const { address, symbol, decimals } = token
  const kit = useKit()
  const session = useAccount()
  const { address: from = '', networkId } = 'account' in session ? session.account : {}
  const to = recipient?.address ?? from
  const fee = useQuery(
    useMemo(
      () =>
        networkId && {
          queryKey: ['send-fee', networkId, from, address, to],
          staleTime: age,
          networkMode: 'always', // offline, the query then fails at once
          refetchInterval: age,
          queryFn: async ({ signal }: { signal: AbortSignal }) => {
            const { readFee } = await import('../../../domains/send/costs/readFee.lazy.ts')
            return readFee(kit, {
              networkId,
              from,
              to: { address: to },
              token: { address, symbol, decimals },
              amount: address === undefined ? 1n : 0n,
              signal,
            })
          },
        },
      [kit, networkId, from, address, to, symbol, decimals],
    ),
  )
  const spendable = useQuery(
    useMemo(
      () =>
        networkId && {
          queryKey: ['send-spendable', networkId, from, address],
          networkMode: 'always',
          gcTime: 0, // a balance read before the last transfer must not be shown
          refetchInterval: age,
          queryFn: async ({ signal }: { signal: AbortSignal }) =>
            (await import('../../../domains/send/costs/readSpendable.lazy.ts')).readSpendable(kit, {
              networkId,
              from,
              token: { address },
              signal,
            }),
        },
      [kit, networkId, from, address],
    ),
  )
  const known =
    spendable.status === 'error' ? { native: amountOf(native), held: amountOf(token) } : undefined
  return {
    fee: 'data' in fee ? fee.data : undefined,
    spendable: ('data' in spendable ? spendable.data : undefined) ?? known,
  }
}

/**
 * Whether the balance of the native token does not cover the fee; false while either is unknown.
 */
export function isUnpaid({ fee, spendable }: Costs, token: Balance, amount: bigint): boolean {
  return (
    fee !== undefined &&
    spendable !== undefined &&
    spendable.native < fee.maxTotal + extrasOf(fee) + (token.address === undefined ? amount : 0n)
  )
}
