import type { Currency } from '@latchkey/protocol/currencies'
import { memo, useEffect } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import { showToast } from '../../../core/kit/toast.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { hasCoins } from '../../../core/accounts/coinNetworkOf.ts'
import { formatFiat } from '../../account/formatAmount.ts'
import { ChooseIcon } from '../../account/ChooseIcon.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { currencies, useCurrency } from '../../account/useCurrency.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { messages } from './messages.ts'
import { totalOf } from './totalOf.ts'

/**
 * The account's total value in a selectable currency. A longer value has a smaller font. A dash is
 * shown if no price is known, if balances could not be read, or if the network has no coins.
 */
export function Worth() {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const [currency] = useCurrency()
  const balances = useBalances({ currency })
  const session = useAccount()
  const kit = useKit()
  const isPartial = useKitState(
    ({ partialBalances }) => 'account' in session && partialBalances === session.account.accountId,
  )
  useUnknownCurrency(balances.status === 'error' ? balances.error : undefined)
  if (balances.status === 'pending')
    return (
      <p className="total">
        <span className="skeleton" />
      </p>
    )
  const isHere = 'account' in session && hasCoins(kit, session.account.networkId)
  const total = isHere && balances.data ? totalOf(balances.data, isPartial) : undefined
  const text = total === undefined ? '—' : formatFiat(total, locale, currency)
  return (
    <div className="total">
      <p style={{ fontSize: `min(${Math.min(32, 400 / text.length)}px, ${125 / text.length}vw)` }}>
        <span className="visually-hidden">{t('total')} </span>
        <bdi>{text}</bdi>
      </p>
      <CurrencyChoice />
    </div>
  )
}

/**
 * The browser's own `<select>`, invisible over a short text. `memo`, because the total is drawn
 * again by each answer.
 */
const CurrencyChoice = memo(function CurrencyChoice() {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const [currency, choose] = useCurrency()
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  const nameOf = (currency: Currency) =>
    [currency.toUpperCase(), names.of(currency.toUpperCase())]
      .filter((word, index, words) => words.indexOf(word) === index)
      .join(' · ')
  return (
    <span className="currency">
      <span aria-hidden="true">{currency.toUpperCase()}</span>
      <ChooseIcon />
      <select
        aria-label={t('currency')}
        value={currency}
        onChange={({ target }) =>
          choose(currencies.find((currency) => currency === target.value) ?? 'usd')
        }
      >
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {nameOf(currency)}
          </option>
        ))}
      </select>
    </span>
  )
})

/**
 * Switches back to dollars and shows a message if the API refuses the chosen currency, because it
 * does not know its rate.
 */
function useUnknownCurrency(error: Error | undefined): void {
  const t = useMessages(messages)
  const kit = useKit()
  const [currency, choose] = useCurrency()
  // the service refuses a currency that it does not know with 400; other failures may pass
  const isUnknown = currency !== 'usd' && KitError.is(error, 'httpFailed') && error.status === 400
  useEffect(() => {
    if (!isUnknown) return
    showToast(kit, {
      message: { text: t('currencyUnknown', { currency: currency.toUpperCase() }) },
      variant: 'error',
    })
    choose('usd')
  }) // the change to dollars ends the condition, so this happens once
}
