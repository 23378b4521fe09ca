import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { messages } from './messages.ts'
import { formatMoney, formatTokens } from './money.ts'
import { ProviderPicture } from './ProviderPicture.tsx'
import { radioKey } from './radioKey.ts'
import { totalFeeOf } from './totalFeeOf.ts'
import type { OnrampQuote } from '../../../domains/onramp/estimate.ts'

/** One offer: the provider, the sum of its fees, and the amount of tokens. */
export function OfferRow({
  quote,
  isBest,
  isChosen,
  onChoose,
}: {
  quote: OnrampQuote
  isBest: boolean
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { provider, payment, purchase } = quote
  const total = totalFeeOf(quote)
  const fees =
    total === undefined
      ? provider.feeRange
        ? t('feeRange', { range: provider.feeRange })
        : t('feesUnknown')
      : /^[0.]*$/.test(total)
        ? t('noFees')
        : t('fees', { fees: formatMoney(total, payment.currency, locale) })
  return (
    <RowButton
      icon={<ProviderPicture provider={provider} />}
      title={provider.name}
      detail={fees}
      end={
        purchase.amount === undefined ? undefined : (
          <bdi>{formatTokens(purchase.amount, purchase.symbol, locale)}</bdi>
        )
      }
      endDetail={
        purchase.amount === undefined ? (
          t('priceThere')
        ) : isBest || provider.isTest ? (
          <span className="onramp-tags">
            {provider.isTest && <span className="onramp-tag">{t('test')}</span>}
            {isBest && (
              <span className="onramp-tag" data-kind="good">
                {t('best')}
              </span>
            )}
          </span>
        ) : undefined
      }
      role="radio"
      aria-checked={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      onKeyDown={radioKey}
    />
  )
}
