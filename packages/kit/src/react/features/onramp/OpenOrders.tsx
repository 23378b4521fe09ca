import * as times from '@latchkey/protocol/times'
import { useEffect } from 'react'
import { isFinished } from '../../../core/contracts/order.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useOrders } from '../../hooks/useOrders.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { TokenPicture } from './TokenPicture.tsx'
import { contextOf } from '../../../core/kit/context.ts'

/** The links to the newest unfinished purchase and to the list of all purchases. */
export function OpenOrders() {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const orders = useOrders()
  const { clock } = contextOf(useKit())
  const open = orders.find(
    (order) => !isFinished(order) && order.startedAt > clock.now() - times.onrampOrder,
  ) // the state of an older order is no longer requested
  // preloads the next screen; an error is ignored, because the screen loads the code again
  useEffect(() => void import('./order/OnRampActivityView.lazy.tsx').catch(() => {}), [])
  const all = (
    <button type="button" className="onramp-more" onClick={() => router.push('OnRampActivity')}>
      {t('purchases')}
      <Icon name="chevronRight" />
    </button>
  )
  if (!open) return <p className="onramp-all">{all}</p>
  const { payment, purchase, networkId, id } = open
  const detail = `${formatMoney(payment.amount, payment.currency, locale)} · ${purchase.symbol}`
  return (
    <div className="onramp-open">
      <RowButton
        icon={<TokenPicture token={{ symbol: purchase.symbol, networkId }} />}
        title={t('openOrder')}
        detail={<bdi>{detail}</bdi>}
        end={<Icon name="chevronRight" />}
        onClick={() => router.push('BuyInProgress', { id })}
      />
      {orders.length > 1 && <p className="onramp-all">{all}</p>}
    </div>
  )
}
