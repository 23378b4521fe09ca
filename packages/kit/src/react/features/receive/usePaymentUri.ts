import type { AccountId } from '@latchkey/protocol/caip'
import { useEffect, useState } from 'react'
import { paymentUri } from '../../../receive/paymentUri.ts'
import { useKit } from '../../hooks/useKit.ts'

/** What is asked for; `amount` in the smallest unit of the token, or of the network's own without `token`. */
type Asked = { amount: bigint; token?: string }

/** The payment link of what is asked for; undefined while nothing is, and until the code that writes it has come: then the address stands for itself. */
export function usePaymentUri(accountId: AccountId | undefined, asked: Asked | undefined): string | undefined {
  const kit = useKit()
  const [link, setLink] = useState<{ key: string; uri: string }>()
  const { amount, token } = asked ?? {}
  const key = accountId && amount !== undefined ? `${accountId} ${amount} ${token}` : undefined
  useEffect(() => {
    if (!accountId || key === undefined) return
    let isGone = false
    const keep = (uri: string) => void (isGone || setLink({ key, uri }))
    paymentUri(kit, { accountId, amount, token }).then(keep, () => {}) // the address says where to send
    return () => void (isGone = true)
  }, [kit, accountId, amount, token, key])
  return link?.key === key ? link?.uri : undefined
}
