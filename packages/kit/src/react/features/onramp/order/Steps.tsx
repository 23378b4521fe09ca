import type { OrderState } from '@latchkey/protocol/onramp'
import type { Order } from '../../../../core/contracts/order.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { messages } from './messages.ts'

/** How many steps are completed in each state of the order. */
const behind: { readonly [state in OrderState]: number } = {
  waiting: 0,
  paying: 0,
  paid: 2,
  sending: 3,
  done: 4,
  failed: 0,
  expired: 0,
}

/** The steps of a purchase, from the payment to the account. */
export function Steps({
  order: {
    state,
    provider,
    purchase: { symbol: token },
  },
}: {
  order: Order
}) {
  const t = useMessages(messages)
  const done = behind[state]
  const steps = [
    t('stepPay', { provider: provider.name }),
    t('stepPaid'),
    t('stepSent', { token }),
    t('stepDone'),
  ]
  return (
    <ol className="onramp-steps" aria-label={t('steps')}>
      {steps.map((step, at) => (
        <li
          key={at}
          data-state={at < done ? 'done' : at === done ? 'now' : 'later'}
          aria-current={at === done ? 'step' : undefined}
        >
          <span className="onramp-dot" aria-hidden="true">
            {at < done && <Icon name="check" />}
          </span>
          <span>{step}</span>
          {at <= done && (
            <span className="visually-hidden">{t(at < done ? 'stepIsDone' : 'stepIsNow')}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
