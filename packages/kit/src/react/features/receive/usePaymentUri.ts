import type { AccountId } from '@latchkey/protocol/caip'
import { useEffect, useState } from 'react'
import { paymentUri } from '../../../domains/receive/paymentUri.ts'
import { useKit } from '../../hooks/useKit.ts'

/** The requested amount in the token's smallest unit. Without `token` it is the native token. */
type RequestedAmount = { amount: bigint; token?: string }

/**
 * Returns the payment link of a request. It is undefined without a request, and until the code that
 * writes the link is loaded; then the screen shows only the address.
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
