import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { Details } from './Details.tsx'
import { messages } from './messages.ts'
import { formatMoney, formatTokens } from './money.ts'
import { OfferRow } from './OfferRow.tsx'
import type { Quotes } from './useQuotes.ts'
import type { OnrampQuote } from '../../../domains/onramp/estimate.ts'

/** Identifies an offer by provider and payment method, so that a new price keeps the key. */
export const keyOf = ({ provider, method }: OnrampQuote): string => `${provider.id} ${method ?? ''}`

type Props = {
  quotes: Quotes
  chosen: OnrampQuote | undefined
  onChoose: (quote: OnrampQuote) => void
}

/**
 * The offers, the best first, and the costs of the chosen offer; or the reason why there are no
 * offers.
 */
export function Offers({ quotes, chosen, onChoose }: Props) {
  const t = useMessages(messages)
  const { status } = quotes
  if (status === 'unasked') return null
  const offers = status === 'there' ? quotes.offers : quotes.before
  if (!offers)
    return (
      <div className="stack" aria-busy="true">
        <SkeletonRow />
      </div>
    )
  const [first] = offers.quotes
  if (offers.outage) return <Estimate quote={first} />
  if (!first) {
    const reason = offers.most === undefined ? 'noOffers' : 'short'
    return (
      <Notice icon="info" title={t(`${reason}Title`)}>
        {t(`${reason}Text`)}
      </Notice>
    )
  }
  const isOne = offers.quotes.length === 1
  const shown = status === 'there' ? chosen : undefined
  return (
    <div
      className="onramp-offers"
      data-old={status === 'asking' || undefined}
      aria-busy={status === 'asking'}
    >
      <div className="stack" role="radiogroup" aria-label={t('offers')}>
        {offers.quotes.map((quote) => (
          <OfferRow
            key={keyOf(quote)}
            quote={quote}
            isBest={!isOne && quote === first && quote.purchase.amount !== undefined}
            isChosen={quote === shown}
            onChoose={() => onChoose(quote)}
          />
        ))}
      </div>
      {shown && <Details quote={shown} />}
    </div>
  )
}

/** An estimate, shown while no offer is available. The visitor cannot buy at this price. */
function Estimate({ quote }: { quote: OnrampQuote | undefined }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  if (!quote)
    return (
      <Notice icon="warning" title={t('unavailableTitle')}>
        {t('unavailableText')}
      </Notice>
    )
  const { payment, purchase } = quote
  const guess =
    purchase.amount === undefined
      ? t('worth', {
          amount: formatMoney(payment.amount, payment.currency, locale),
          token: purchase.symbol,
        })
      : formatTokens(purchase.amount, purchase.symbol, locale)
  const approximate = `≈ ${guess}`
  return (
    <div className="onramp-estimate" role="status">
      <p className="onramp-estimate-line">
        <span className="onramp-tag" data-kind="warning">
          {t('estimate')}
        </span>
        <bdi className="onramp-estimate-amount">{approximate}</bdi>
      </p>
      <p className="onramp-estimate-title">{t('estimateTitle')}</p>
      <p className="onramp-note">{t('estimateText')}</p>
    </div>
  )
}
