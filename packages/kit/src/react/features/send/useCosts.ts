import { useMemo } from 'react'
import type { Balance } from '../../../core/balance.ts'
import type { Fee, Recipient } from '../../../core/facets/send.ts'
import type { Spendable } from '../../../send/costs/readSpendable.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useQuery } from '../../hooks/useQuery.ts'
import { amountOf } from './useSendTokens.ts'

/** Milliseconds that a price of gas is good for, and what an account has. */
const age = 15_000

/** What sending costs now, and what there is. */
export type Costs = {
  /** Undefined until it is known, and where it can't be. Without a recipient, what it costs to oneself. */
  fee: Fee | undefined
  /** Undefined until it is known; what the balances say where the node does not. */
  spendable: Spendable | undefined
}

/** Asks the network's node, not the services: the most that can be sent is what is there now. Its code comes beside the screen. */
export function useCosts(token: Balance, native: Balance, recipient: Recipient | undefined): Costs {
  const { address, symbol, decimals } = token
  const kit = useKit()
  const session = useAccount()
  const { address: from = '', networkId } = 'account' in session ? session.account : {}
  const to = recipient?.address ?? from
  const fee = useQuery(useMemo(() => networkId && {
    queryKey: ['send-fee', networkId, from, address, to],
    staleTime: age,
    networkMode: 'always', // without a network it fails, and nothing waits for it
    refetchInterval: age,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { readFee } = await import('../../../send/costs/readFee.ts')
      return readFee(kit, { networkId, from, to: { address: to }, token: { address, symbol, decimals }, amount: address === undefined ? 1n : 0n, signal })
    },
  }, [kit, networkId, from, address, to, symbol, decimals]))
  const spendable = useQuery(useMemo(() => networkId && {
    queryKey: ['send-spendable', networkId, from, address],
    networkMode: 'always',
    gcTime: 0, // what was there before the last transfer is not there now
    refetchInterval: age,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await import('../../../send/costs/readSpendable.ts')).readSpendable(kit, { networkId, from, token: { address }, signal }),
  }, [kit, networkId, from, address]))
  const known = spendable.status === 'error' ? { native: amountOf(native), held: amountOf(token) } : undefined
  return { fee: 'data' in fee ? fee.data : undefined, spendable: ('data' in spendable ? spendable.data : undefined) ?? known }
}

/** Whether there is too little of the native token for the fee, as far as it is known. */
export function isUnpaid({ fee, spendable }: Costs, token: Balance, amount: bigint): boolean {
  return fee !== undefined && spendable !== undefined && spendable.native < fee.totalMost + (token.address === undefined ? amount : 0n)
}
