import { Fragment } from 'react'
import { groupByMonth } from '../../../../domains/history/list/groupByMonth.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../../router.ts'
import onrampCss from '../onramp.css?inline'
import { BoughtRow } from './BoughtRow.tsx'
import { messages } from './messages.ts'
import css from './order.css?inline'
import { usePurchases } from './usePurchases.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** The account's purchases by month: those made in this browser, and those that the API knows. */
export default function OnRampActivityView() {
  useStyles(onrampCss)
  useStyles(css)
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const { clock } = contextOf(useKit())
  const { purchases, status, isIncomplete, retry } = usePurchases()
  if (purchases.length === 0)
    return (
      <Screen title={t('activity')}>
        <NoPurchases isPending={status === 'pending'} isIncomplete={isIncomplete} retry={retry} />
      </Screen>
    )

  const months = groupByMonth(purchases, { locale, now: clock.now() })
  return (
    <Screen title={t('activity')}>
      {isIncomplete && (
        <p className="onramp-lacking" role="status">
          <span>{t('lackingTitle')}</span>
          <Button variant="quiet" onClick={retry}>
            {t('retry')}
          </Button>
        </p>
      )}
      {months.map(({ id, title, entries }) => (
        <Fragment key={id}>
          <h3 className="onramp-month">{title}</h3>
          <ul className="stack" aria-label={title}>
            {entries.map((bought) => (
              <li key={bought.id}>
                <BoughtRow bought={bought} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {status === 'pending' && (
        <div className="stack" aria-busy="true">
          <SkeletonRow plain />
        </div>
      )}
    </Screen>
  )
}

/** Shown instead of the list if there are no purchases, while they load, or if that fails. */
function NoPurchases({
  isPending,
  isIncomplete,
  retry,
}: {
  isPending: boolean
  isIncomplete: boolean
  retry: () => void
}) {
  const t = useMessages(messages)
  const router = useRouter()
  if (isPending)
    return (
      <div className="stack" aria-busy="true">
        <SkeletonRow plain />
        <SkeletonRow plain />
      </div>
    )
  return isIncomplete ? (
    <Notice
      icon="warning"
      title={t('lackingTitle')}
      action={
        <Button data-autofocus="" onClick={retry}>
          {t('retry')}
        </Button>
      }
    >
      {t('lackingText')}
    </Notice>
  ) : (
    <Notice
      icon="info"
      title={t('noneTitle')}
      action={
        <Button variant="primary" data-autofocus="" onClick={() => router.push('OnRampProviders')}>
          {t('buy')}
        </Button>
      }
    >
      {t('noneText')}
    </Notice>
  )
}
