import { formatUnits } from '@latchkey/protocol/formatUnits'
import { limitFaultOf } from '../../../domains/onramp/limits.ts'
import { readMoney } from '../../../domains/send/amount/readMoney.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMemory } from '../useMemory.ts'
import { onrampDraft } from './draft.ts'
import type { OnrampDraft } from './draft.ts'
import { digitsOf } from './money.ts'
import { keyOf } from './Offers.tsx'
import { choiceOf, useOptions } from './useOptions.ts'
import { useQuotes } from './useQuotes.ts'

/** The state of the form to buy tokens. */
export type OnrampForm = ReturnType<typeof useOnrampForm>

/**
 * Returns the draft of a purchase and what follows from it:
 * - `limit` is set if the amount is outside the limits of the payment method.
 * - `chosen` is the offer that the visitor can buy, never an estimate.
 * - `max` is the amount that can be bought now, if that is less than the entered amount.
 */
export function useOnrampForm() {
  const locale = useFormatLocale()
  const { networkId } = useNetwork()
  const isConnected = 'account' in useAccount()
  const [draft, setDraft] = useMemory(onrampDraft)
  const known = useOptions()
  const options = known.status === 'there' ? known.options : undefined
  const { token, currency, method } = choiceOf(options, draft, networkId)
  const digits = currency ? digitsOf(currency.id) : 2
  const text = draft.amount ?? ''
  const parsed = readMoney(text, currency?.id ?? 'USD', digits, locale)
  const amount =
    parsed.status === 'amount' && parsed.amount > 0n
      ? formatUnits(parsed.amount, digits)
      : undefined
  const limit =
    options && currency && amount !== undefined
      ? limitFaultOf(options, { currency: currency.id, method: method?.id, amount })
      : undefined
  const quotes = useQuotes(
    isConnected && token && currency && amount !== undefined && !limit
      ? {
          amount,
          currency: currency.id,
          symbol: token.symbol,
          networkId: token.networkId,
          method: method?.id,
        }
      : undefined,
  )
  const offers = quotes.status === 'there' ? quotes.offers : undefined
  const chosen =
    offers?.quotes.find((quote) => keyOf(quote) === draft.offer && !quote.isEstimate) ??
    offers?.quotes.find(({ isEstimate }) => !isEstimate)
  return {
    isConnected,
    known,
    token,
    currency,
    method,
    text,
    parsed,
    amount,
    limit,
    quotes,
    isOutage: offers?.outage !== undefined,
    chosen,
    max: chosen ? undefined : offers?.most,
    set: (changes: OnrampDraft) => setDraft({ ...draft, ...changes }),
  }
}
