import type { PayCurrency } from '../../../domains/onramp/options.lazy.ts'
import type { ParsedAmount } from '../../../domains/send/amount/parseAmount.ts'
import { ChooseIcon } from '../../account/ChooseIcon.tsx'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { formatMoney, presetsOf, signOf } from './money.ts'

type Props = {
  text: string
  parsed: ParsedAmount
  currency: PayCurrency
  method: PayCurrency['methods'][number] | undefined
  /** Whether the amount is outside the limits. */
  isOverLimit: boolean
  /** The maximum that can be bought now, if it is less than the payment method's. */
  max: string | undefined
  onChange: (text: string) => void
}

/**
 * The amount of money, its currency, the limits of the payment method, and buttons with amounts.
 */
export function AmountCard({
  text,
  parsed,
  currency: { id: currency },
  method,
  isOverLimit,
  max,
  onChange,
}: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const isRefused = parsed.status === 'refused'
  const money = (amount: string) => formatMoney(amount, currency, locale, { isShort: true })
  const note = isRefused
    ? t(parsed.fault === 'ambiguous' ? 'ambiguous' : 'notAnAmount')
    : method
      ? t('limits', { min: money(method.min), max: money(max ?? method.max) })
      : ''
  return (
    <div className="onramp-amount" data-invalid={isRefused || isOverLimit || undefined}>
      <div className="onramp-line">
        <span className="onramp-sign" dir="ltr" aria-hidden="true">
          {signOf(currency, locale)}
        </span>
        <input
          className="onramp-figure"
          style={{ fontSize: Math.max(18, Math.min(32, 300 / Math.max(text.length, 1))) }}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          aria-label={t('amount', { currency })}
          aria-invalid={isRefused || isOverLimit}
          aria-describedby="onramp-note"
          placeholder="0"
          value={text}
          data-autofocus=""
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="onramp-pill"
          aria-label={t('currency', { currency })}
          onClick={() => router.push('OnRampFiatSelect', { currency })}
        >
          <bdi>{currency}</bdi>
          <ChooseIcon />
        </button>
      </div>
      <p className="onramp-note" id="onramp-note" role="status">
        <bdi>{note}</bdi>
      </p>
      {method && (
        <div className="onramp-presets" role="group" aria-label={t('presets')}>
          {presetsOf(method).map((amount) => (
            <button
              key={amount}
              type="button"
              className="onramp-preset"
              aria-pressed={text === amount}
              onClick={() => onChange(amount)}
            >
              <bdi>{money(amount)}</bdi>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
