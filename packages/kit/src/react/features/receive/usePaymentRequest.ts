import { useState } from 'react'
import { readAmount } from '../../../domains/send/amount/readAmount.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { usePaymentUri } from './usePaymentUri.ts'
import { useRequestableTokens } from './useRequestableTokens.ts'

/**
 * Returns the visitor's payment request. `text` is undefined until the visitor wants to request an
 * amount. `link` is set once an amount is entered, if the chain has payment links.
 */
export function usePaymentRequest() {
  const locale = useFormatLocale()
  const session = useAccount()
  const tokens = useRequestableTokens()
  const [text, setText] = useState<string>()
  const [tokenId, setTokenId] = useState<string>()
  const token = tokens.find(({ id }) => id === tokenId) ?? tokens[0]
  const parsed = readAmount(text ?? '', token ?? { symbol: '', decimals: 0 }, locale)
  const amount = parsed.status === 'amount' && parsed.amount > 0n ? parsed.amount : undefined
  const link = usePaymentUri(
    'account' in session ? session.account.accountId : undefined,
    token && text !== undefined && amount !== undefined
      ? { amount, token: token.address }
      : undefined,
  )
  const isRefused = text !== undefined && parsed.status === 'refused'
  return { text, setText, tokens, token, setTokenId, amount, link, isRefused }
}
