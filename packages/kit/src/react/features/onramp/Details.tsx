import type { ReactNode } from 'react'
import { isLess } from '../../../domains/onramp/decimal.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages } from './messages.ts'
import { formatMoney, formatTokens } from './money.ts'
import { totalFeeOf } from './totalFeeOf.ts'
import type { OnrampQuote } from '../../../domains/onramp/estimate.ts'

/** The costs of the chosen offer: each fee, and the price of one token including all fees. */
export function Details({ quote }: { quote: OnrampQuote }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { provider, payment, purchase, fees } = quote
  const money = (amount: string) => formatMoney(amount, payment.currency, locale)
  const total = totalFeeOf(quote)
  const hasParts = fees.provider !== undefined || fees.network !== undefined
  return (
    <>
      <dl className="onramp-details" aria-label={t('details')}>
        <Line name={t('youPay')}>{money(payment.amount)}</Line>
        {fees.provider !== undefined && (
          <Line name={t('providerFee', { provider: provider.name })}>{money(fees.provider)}</Line>
        )}
        {fees.network !== undefined && <Line name={t('networkFee')}>{money(fees.network)}</Line>}
        {!hasParts && total !== undefined && <Line name={t('totalFee')}>{money(total)}</Line>}
        {!hasParts && total === undefined && (
          <Line name={t('totalFee')}>{provider.feeRange ?? t('feesUnknown')}</Line>
        )}
        {purchase.amount !== undefined && (
          <Line name={t('rate', { token: purchase.symbol })}>
            {money(priceOf(payment.amount, purchase.amount))}
          </Line>
        )}
        {purchase.amount !== undefined && (
          <Line name={t('get')} isSum>
            {formatTokens(purchase.amount, purchase.symbol, locale)}
          </Line>
        )}
      </dl>
      {provider.isTest && <p className="onramp-note onramp-test">{t('testText')}</p>}
    </>
  )
}

function Line({ name, isSum, children }: { name: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div data-sum={isSum}>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** Returns the price of one token including all fees. It is rounded, because it is only shown. */
function priceOf(paid: string, received: string): string {
  const price = isLess('0', received) ? Number(paid) / Number(received) : 0
  return price.toFixed(price < 1 ? 6 : 2)
}
