import { isFinished } from '../../../../core/contracts/order.ts'
import { TransactionLink } from '../../../transaction/TransactionLink.tsx'
import { useKit } from '../../../hooks/useKit.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import type { OnrampViews } from '../index.ts'
import { formatTokens } from '../money.ts'
import onrampCss from '../onramp.css?inline'
import { networkName, TokenPicture } from '../TokenPicture.tsx'
import { Choices } from './Choices.tsx'
import { messages } from './messages.ts'
import css from './order.css?inline'
import { rings, stageOf } from './stageOf.ts'
import { Steps } from './Steps.tsx'
import { useBuying } from './useBuying.ts'
import { useWindowState } from './useWindowState.ts'

/**
 * A purchase, from the provider's page to the arrival of the tokens. It still works after a reload,
 * and when the provider's window was blocked or closed.
 */
export default function BuyInProgressView({ params }: { params: OnrampViews['BuyInProgress'] }) {
  useStyles(onrampCss)
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const locale = useFormatLocale()
  const buying = useBuying(params)
  const order = buying.status === 'begun' ? buying.order : undefined
  const [windowState, lookAtWindow] = useWindowState(
    order !== undefined && (order.state === 'waiting' || order.state === 'paying'),
  )
  const stage = stageOf(buying, windowState)
  const { symbol, networkId } = order
    ? { symbol: order.purchase.symbol, networkId: order.networkId }
    : (params?.quote?.purchase ?? {})
  const provider = order?.provider.name ?? params?.quote?.provider.name ?? ''
  const amount =
    order?.purchase.amount === undefined
      ? (symbol ?? '')
      : formatTokens(order.purchase.amount, order.purchase.symbol, locale)
  const values = {
    provider,
    token: symbol ?? '',
    amount,
    network: networkId ? networkName(kit, networkId) : '',
  }
  const problem =
    buying.status === 'begun' && order && !isFinished(order) ? buying.problem : undefined
  return (
    <Screen title={t('title', values)}>
      <Progress
        status={problem === 'slow' ? 'idle' : (rings[stage] ?? 'waiting')}
        picture={
          symbol && networkId ? (
            <TokenPicture token={{ symbol, networkId }} size={64} />
          ) : (
            <Icon name="info" />
          )
        }
        title={t(`${stage}Title`, values)}
        text={t(`${stage}Text`, values)}
      />
      {order?.orderId !== undefined && stage !== 'done' && !isFinished(order) && (
        <Steps order={order} />
      )}
      <p className="onramp-trouble" role="status">
        {problem && problem !== 'untold' && t(problem, values)}
      </p>
      {order && (
        <TransactionLink
          networkId={order.networkId}
          hash={order.hash}
          label={(explorer) => t('explorer', { explorer })}
        />
      )}
      <Choices stage={stage} buying={buying} isSlow={problem === 'slow'} onWindow={lookAtWindow} />
    </Screen>
  )
}
