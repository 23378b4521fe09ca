import type { AccountId } from '@latchkey/protocol/caip'
import { useEffect, useState } from 'react'
import { paymentUri } from '../../../domains/receive/paymentUri.ts'
import { useKit } from '../../hooks/useKit.ts'

/** The requested amount, in the smallest unit of the token; of the native token without `token`. */
type RequestedAmount = { amount: bigint; token?: string }

/**
 * The payment link of a request. Undefined without a request, and until the code that writes it is
 * loaded: then only the address is shown.
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
    // if it fails, only the address is shown
    paymentUri(kit, { accountId, amount, token }).then(storeLink, () => {})
    return () => void (isCancelled = true)
  }, [kit, accountId, amount, token, key])
  return link?.key === key ? link?.uri : undefined
}
