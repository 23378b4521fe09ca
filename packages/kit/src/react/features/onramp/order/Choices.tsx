import type { Order } from '../../../../core/contracts/order.ts'
import { removeOrder } from '../../../../domains/onramp/order/orders.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { useRouter } from '../../router.ts'
import { closeProviderWindow, openProviderWindow, providerWindow } from '../providerWindow.ts'
import { messages } from './messages.ts'
import type { Stage } from './stageOf.ts'
import type { Buying } from './useBuying.ts'
import { contextOf } from '../../../../core/kit/context.ts'

type Props = { stage: Stage; buying: Buying; isSlow: boolean; onWindow: () => void }

/** Stages in which no purchase is in progress; the visitor can only request new offers. */
const ended: ReadonlySet<Stage> = new Set([
  'failed',
  'declined',
  'cancelled',
  'limit',
  'expired',
  'ended',
  'refused',
  'untrusted',
  'gone',
])

/** Stages in which a button leads to the account. */
const atAccount: ReadonlySet<Stage> = new Set(['done', 'paying', 'paid', 'sending'])

/** The buttons for the visitor at each stage of a purchase. */
export function Choices({ stage, buying, isSlow, onWindow }: Props) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const order = buying.status === 'begun' ? buying.order : undefined

  function toPrices() {
    if (router.store.getState().stack.some(({ view }) => view === 'OnRampProviders')) router.back()
    else router.reset('OnRampProviders')
  }

  return (
    <>
      {isSlow && buying.status === 'begun' && (
        <Button variant="primary" onClick={buying.checkAgain}>
          {t('retry')}
        </Button>
      )}
      {stage === 'window' && (
        <Button data-autofocus="" onClick={() => providerWindow(kit)?.focus()}>
          {t('show')}
        </Button>
      )}
      {stage === 'blocked' && order?.url && (
        <ProviderLink url={order.url} provider={order.provider.name} onWindow={onWindow} />
      )}
      {order && (
        <Unfinished
          stage={stage}
          order={order}
          isSlow={isSlow}
          onWindow={onWindow}
          onForgotten={toPrices}
        />
      )}
      {stage === 'unreached' && buying.status === 'failed' && (
        <Button variant="primary" data-autofocus="" onClick={buying.retry}>
          {t('retry')}
        </Button>
      )}
      {ended.has(stage) && (
        <Button variant="primary" data-autofocus="" onClick={toPrices}>
          {t('newPrices')}
        </Button>
      )}
      {atAccount.has(stage) && (
        <Button
          variant={stage === 'done' ? 'primary' : 'secondary'}
          data-autofocus=""
          onClick={() => router.reset('Account')}
        >
          {t('done')}
        </Button>
      )}
    </>
  )
}

/** A link to the provider's page, shown if the browser blocked the window. */
function ProviderLink({
  url,
  provider,
  onWindow,
}: {
  url: string
  provider: string
  onWindow: () => void
}) {
  const t = useMessages(messages)
  const kit = useKit()
  return (
    <a
      className="button"
      data-variant="primary"
      data-autofocus=""
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() =>
        contextOf(kit).clock.setTimeout(() => {
          closeProviderWindow(kit)
          onWindow()
        }, 0)
      }
    >
      {t('openPage', { provider })}
      <Icon name="external" />
    </a>
  )
}

/**
 * The button that opens the provider's page again, and the button that forgets an unpaid purchase.
 * Both are shown at the stages `closed`, `open` and `elsewhere`. When answers are slow, the second
 * one is shown at the other stages, too.
 */
function Unfinished({
  stage,
  order,
  isSlow,
  onWindow,
  onForgotten,
}: Omit<Props, 'buying'> & { order: Order; onForgotten: () => void }) {
  const t = useMessages(messages)
  const kit = useKit()
  const isOpenable = stage === 'closed' || stage === 'open' || stage === 'elsewhere'

  /**
   * Shows the provider's page again. Call it in a click handler; otherwise the browser blocks it.
   */
  function openAgain(url: string) {
    openProviderWindow(kit)
    providerWindow(kit)?.location.replace(url) // the URL was checked when the order was read
    onWindow()
  }

  function forget() {
    removeOrder(kit, order.id)
    closeProviderWindow(kit)
    onForgotten()
  }

  return (
    <>
      {isOpenable && order.url && (
        <Button
          variant={isSlow ? 'secondary' : 'primary'}
          data-autofocus=""
          onClick={() => openAgain(order.url ?? '')}
        >
          {t('again')}
        </Button>
      )}
      {(isOpenable || isSlow) && order.state === 'waiting' && (
        <Button variant="quiet" onClick={forget}>
          {t('forget')}
        </Button>
      )}
    </>
  )
}
