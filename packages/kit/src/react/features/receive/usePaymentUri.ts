import type { AccountId } from '@latchkey/protocol/caip'
import { useEffect, useState } from 'react'
import { paymentUri } from '../../../domains/receive/paymentUri.ts'
import { useKit } from '../../hooks/useKit.ts'

/** An amount of a token, in its smallest unit. `token` is its address; absent: the native token. */
type RequestedAmount = { amount: bigint; token?: string }

/**
 * Returns the payment link of a request. It is undefined without a request, until the code that
 * writes the link is loaded, and if the chain has no payment links. The screen then shows only the
 * address.
 */
export function usePaymentUri(
  accountId: AccountId | undefined,
  requested: RequestedAmount | undefined,
): string | undefined {
  const kit = useKit()
  const [link, setLink] = useState<{ key: string; uri: string }>()
  const { amount, token } = requested ?? {}
  const key = accountId && amount !== undefined ? `${accountId} ${amount} ${token}` : undefined
  useEffect(() => {
    if (!accountId || key === undefined) return
    let isCancelled = false
    const storeLink = (uri: string) => void (isCancelled || setLink({ key, uri }))
    // an error is ignored: the screen then shows only the address
    paymentUri(kit, { accountId, amount, token }).then(storeLink, () => {})
    return () => void (isCancelled = true)
  }, [kit, accountId, amount, token, key])
  return link?.key === key ? link?.uri : undefined
}
