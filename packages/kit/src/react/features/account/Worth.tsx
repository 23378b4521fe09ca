import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { formatFiat } from '../../ui/formatAmount.ts'
import { useBalances } from '../../useBalances.ts'
import { messages } from './messages.ts'
import { totalOf } from './totalOf.ts'

/** What the account is worth, smaller the longer it is; nothing where nobody knows a price. */
export function Worth() {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const balances = useBalances()
  if (balances.status === 'pending') return <p className="total"><span className="skeleton" data-shape="total" /></p>
  const total = balances.data && totalOf(balances.data)
  if (total === undefined) return null
  const text = formatFiat(total, locale)
  return (
    <p className="total" style={{ fontSize: Math.min(32, 480 / text.length) }}>
      <span className="visually-hidden">{t('total')} </span>
      <bdi>{text}</bdi>
    </p>
  )
}
