import { useMemo } from 'react'
import type { Balance } from '../../../balances/getBalances.ts'
import { readFee } from '../../../send/fees.ts'
import type { Fee } from '../../../send/fees.ts'
import { nodeOf } from '../../../send/node.ts'
import type { Recipient } from '../../../send/order.ts'
import { transferOf } from '../../../send/transferOf.ts'
import { useAccount } from '../../useAccount.ts'
import { useKit } from '../../useKit.ts'
import { useQuery } from '../../useQuery.ts'
import { amountOf } from './useSendTokens.ts'

/** Milliseconds that a price of gas is good for. */
const feeAge = 15_000

/** What sending costs now; undefined until it is known, and where it can't be. Without a recipient, what it costs to oneself. */
export function useFee({ address, symbol, decimals }: Balance, recipient: Recipient | undefined): Fee | undefined {
  const kit = useKit()
  const session = useAccount()
  const account = 'account' in session ? session.account : undefined
  const { address: from = '', networkId } = account ?? {}
  const to = recipient?.address ?? from
  const options = useMemo(() => networkId && {
    queryKey: ['send-fee', networkId, from, address, to],
    staleTime: feeAge,
    refetchInterval: feeAge,
    queryFn: ({ signal }: { signal: AbortSignal }) => readFee(nodeOf(kit, networkId, signal), from, transferOf({ address, symbol, decimals }, { address: to as `0x${string}` }, address === undefined ? 1n : 0n)), // a recipient, or the account's own
  }, [kit, networkId, from, address, to, symbol, decimals])
  const answer = useQuery(options)
  return 'data' in answer ? answer.data : undefined
}

/** Whether there is too little of the native token for the fee, as far as it is known. */
export function isUnpaid(fee: Fee | undefined, native: Balance, token: Balance, amount: bigint): boolean {
  return fee !== undefined && amountOf(native) < fee.totalMost + (token.address === undefined ? amount : 0n)
}
