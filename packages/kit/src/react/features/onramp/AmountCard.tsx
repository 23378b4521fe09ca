import type { PayCurrency } from '../../../domains/onramp/options.lazy.ts'
import { ChooseIcon } from '../../account/ChooseIcon.tsx'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { formatMoney, presetsOf, signOf } from './money.ts'
import type { OnrampForm } from './useOnrampForm.ts'

type Props = { form: OnrampForm; currency: PayCurrency }

/**
 * The field for the amount of money: its currency, the limits of the payment method, and buttons
 * that enter common amounts.
 */
export function AmountCard({
  form: { text, parsed, method, limit, max, set },
  currency: { id: currency },
}: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const isInvalid = parsed.status === 'refused' || limit !== undefined || max !== undefined

  function noteOf(): string {
    if (parsed.status === 'refused')
      return t(parsed.fault === 'ambiguous' ? 'ambiguous' : 'notAnAmount')
    const money = (amount: string) => formatMoney(amount, currency, locale, { isShort: true })
    return method ? t('limits', { min: money(method.min), max: money(max ?? method.max) }) : ''
  }

  return (
    <div className="onramp-amount" data-invalid={isInvalid || undefined}>
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
          aria-invalid={isInvalid}
          aria-describedby="onramp-note"
          placeholder="0"
          value={text}
          data-autofocus=""
          onChange={(event) => set({ amount: event.target.value })}
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
        <bdi>{noteOf()}</bdi>
      </p>
      {method && (
        <Presets
          amounts={presetsOf(method)}
          currency={currency}
          text={text}
          onChoose={(amount) => set({ amount })}
        />
      )}
    </div>
  )
}

/** Buttons that each enter a common amount. */
function Presets({
  amounts,
  currency,
  text,
  onChoose,
}: {
  amounts: readonly string[]
  currency: string
  text: string
  onChoose: (amount: string) => void
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  return (
    <div className="onramp-presets" role="group" aria-label={t('presets')}>
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          className="onramp-preset"
          aria-pressed={text === amount}
          onClick={() => onChoose(amount)}
        >
          <bdi>{formatMoney(amount, currency, locale, { isShort: true })}</bdi>
        </button>
      ))}
    </div>
  )
}
