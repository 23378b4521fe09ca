import { Fragment } from 'react'
import { isOver } from '../../../../core/order.ts'
import type { Order } from '../../../../core/order.ts'
import { groupByMonth } from '../../../../history/list/groupByMonth.ts'
import { useOrders } from '../../../hooks/useOrders.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '../../../styles/useStyles.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RowButton } from '../../../ui/Row.tsx'
import { useRouter } from '../../router.ts'
import { formatMoney, formatTokens } from '../money.ts'
import onrampCss from '../onramp.css?inline'
import { TokenPicture } from '../TokenPicture.tsx'
import { messages } from './messages.ts'
import css from './order.css?inline'

/** The purchases from this browser, by month. */
export default function OnRampActivityView() {
  useStyles(onrampCss)
  useStyles(css)
  const t = useMessages(messages)
  const router = useRouter()
  const locale = useFormatLocale()
  const { clock } = useKit().context
  const orders = useOrders()
  if (orders.length === 0)
    return (
      <Screen title={t('activity')}>
        <Notice icon="info" title={t('noneTitle')} action={<Button variant="primary" data-autofocus="" onClick={() => router.push('OnRampProviders')}>{t('buy')}</Button>}>{t('noneText')}</Notice>
      </Screen>
    )
  const months = groupByMonth(orders.map((order) => ({ ...order, at: order.startedAt })), { locale, now: clock.now() })
  return (
    <Screen title={t('activity')}>
      {months.map(({ id, title, entries }) => (
        <Fragment key={id}>
          <h3 className="onramp-month">{title}</h3>
          <ul className="stack" aria-label={title}>{entries.map((order) => <li key={order.id}><OrderRow order={order} /></li>)}</ul>
        </Fragment>
      ))}
    </Screen>
  )
}

/** One purchase: what was bought where and when, its state, and what was paid. */
function OrderRow({ order }: { order: Order }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const { id, state, purchase, payment, networkId, provider, startedAt } = order
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(startedAt)
  const isGood = state === 'done'
  return (
    <RowButton
      icon={<TokenPicture token={{ symbol: purchase.symbol, networkId }} />}
      title={isGood && purchase.amount !== undefined ? `+${formatTokens(purchase.amount, purchase.symbol, locale)}` : t('title', { token: purchase.symbol })}
      detail={`${provider.name} · ${day}`}
      end={<bdi>{formatMoney(payment.amount, payment.currency, locale)}</bdi>}
      endDetail={isGood ? undefined : <span className={isOver(order) ? 'onramp-bad' : 'onramp-pending'}>{t(state)}</span>}
      onClick={() => router.push('BuyInProgress', { id })}
    />
  )
}
