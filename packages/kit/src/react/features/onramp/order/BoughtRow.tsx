import * as times from '@latchkey/protocol/times'
import { isFinished } from '../../../../core/contracts/order.ts'
import type { Order } from '../../../../core/contracts/order.ts'
import { isFollowed } from '../../../../domains/onramp/order/isFollowed.ts'
import type { Bought } from '../../../../domains/onramp/order/joinPurchases.ts'
import type { Purchase } from '../../../../domains/onramp/order/purchases.lazy.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Row, RowButton, RowLink } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../../router.ts'
import { formatMoney, formatTokens } from '../money.ts'
import { TokenPicture } from '../TokenPicture.tsx'
import { messages } from './messages.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** One purchase: the token, the provider, the date and the state. */
export function BoughtRow({ bought }: { bought: Bought }) {
  return 'order' in bought ? (
    <OrderRow order={bought.order} />
  ) : (
    <PurchaseRow purchase={bought.purchase} />
  )
}

const dayOf = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(at)

/** A purchase made in this browser, with the paid amount. A press opens its screen. */
function OrderRow({ order }: { order: Order }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const { clock } = contextOf(useKit())
  const { id, state, purchase, payment, networkId, provider, startedAt } = order
  const isGood = state === 'done'
  const isFollowedNow = isFollowed(order) && startedAt > clock.now() - times.onrampOrder
  // the company reports no state, or the kit no longer requests it
  const isUnknown = order.orderId === undefined && state === 'waiting' && !isFollowedNow
  return (
    <RowButton
      icon={<TokenPicture token={{ symbol: purchase.symbol, networkId }} />}
      title={
        isGood && purchase.amount !== undefined
          ? `+${formatTokens(purchase.amount, purchase.symbol, locale)}`
          : t('title', { token: purchase.symbol })
      }
      detail={`${provider.name} · ${dayOf(startedAt, locale)}`}
      end={<bdi>{formatMoney(payment.amount, payment.currency, locale)}</bdi>}
      endDetail={
        isGood ? undefined : (
          <span className={isFinished(order) ? 'onramp-bad' : 'onramp-pending'}>
            {t(isUnknown ? 'unknown' : state)}
          </span>
        )
      }
      onClick={() => router.push('BuyInProgress', { id })}
    />
  )
}

/** A purchase made in another browser; its price is unknown. A press opens its transaction. */
function PurchaseRow({
  purchase: { symbol, networkId, amount, provider, at, state, hash },
}: {
  purchase: Purchase
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const explorer = contextOf(useKit()).networks.find((network) => network.networkId === networkId)
    ?.network.blockExplorers?.default
  const isGood = state === 'done'
  const content = {
    icon: <TokenPicture token={{ symbol, networkId }} />,
    title: isGood ? `+${formatTokens(amount, symbol, locale)}` : t('title', { token: symbol }),
    detail: `${provider.name} · ${dayOf(at, locale)}`,
    endDetail: isGood ? undefined : (
      <span className={state === 'failed' ? 'onramp-bad' : 'onramp-pending'}>{t(state)}</span>
    ),
  }
  return hash !== undefined && explorer ? (
    <RowLink {...content} href={`${explorer.url}/tx/${hash}`} target="_blank" rel="noreferrer" />
  ) : (
    <Row {...content} />
  )
}
