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

/** Stages of a purchase that ended without tokens: the next step is new prices. */
const ended: ReadonlySet<Stage> = new Set([
  'failed',
  'declined',
  'cancelled',
  'limit',
  'expired',
  'ended',
  'refused',
  'untrusted',
])

/** The visitor's choices at each stage of a purchase. */
export function Choices({ stage, buying, isSlow, onWindow }: Props) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const order = buying.status === 'begun' ? buying.order : undefined
  const provider = order?.provider.name ?? ''

  function toPrices() {
    if (router.store.getState().stack.some(({ view }) => view === 'OnRampProviders')) router.back()
    else router.reset('OnRampProviders')
  }

  /** Shows the provider's page again. Call it in a click handler, else the browser blocks it. */
  function openAgain(url: string) {
    openProviderWindow(kit)
    providerWindow(kit)?.location.replace(url) // the URL was checked when it was read
    onWindow()
  }

  function forget() {
    if (order) removeOrder(kit, order.id)
    closeProviderWindow(kit)
    toPrices()
  }

  const isUnpaid = order?.state === 'waiting'
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
        <a
          className="button"
          data-variant="primary"
          data-autofocus=""
          href={order.url}
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
      )}
      {(stage === 'closed' || stage === 'open' || stage === 'elsewhere') && order?.url && (
        <Button
          variant={isSlow ? 'secondary' : 'primary'}
          data-autofocus=""
          onClick={() => openAgain(order.url ?? '')}
        >
          {t('again')}
        </Button>
      )}
      {(stage === 'closed' || stage === 'open' || stage === 'elsewhere' || isSlow) && isUnpaid && (
        <Button variant="quiet" onClick={forget}>
          {t('forget')}
        </Button>
      )}
      {stage === 'unreached' && buying.status === 'failed' && (
        <Button variant="primary" data-autofocus="" onClick={buying.retry}>
          {t('retry')}
        </Button>
      )}
      {(ended.has(stage) || stage === 'gone') && (
        <Button variant="primary" data-autofocus="" onClick={toPrices}>
          {t('newPrices')}
        </Button>
      )}
      {(stage === 'done' || stage === 'paying' || stage === 'paid' || stage === 'sending') && (
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
