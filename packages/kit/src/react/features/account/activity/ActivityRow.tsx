import { memo } from 'react'
import type { HistoryEntry } from '../../../../history/historyEntry.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { truncateAddress } from '../../../ui/truncateAddress.ts'
import type { ListPlace } from '../../../ui/VirtualList.tsx'
import { amountsOf } from './amountsOf.ts'
import { EntryIcon } from './EntryIcon.tsx'
import { messages } from './messages.ts'

type Props = { entry: HistoryEntry; place: ListPlace; onChoose: (entry: HistoryEntry, index: number) => void }

/** Amounts that have a line of their own in a row. */
const lines = 2

/** One transaction: what it was, what moved, between whom and on which day. */
export const ActivityRow = memo(function ActivityRow({ entry, place, onChoose }: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const amounts = amountsOf(entry, locale)
  const shown = amounts.length > lines ? amounts.slice(0, lines - 1) : amounts
  const { status, operationType, at } = entry
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(at)
  return (
    <button type="button" className="activity-row" onClick={() => onChoose(entry, place['data-index'])} {...place}>
      <EntryIcon entry={entry} />
      <span className="activity-text">
        <span className="activity-title">
          <span className="activity-verb">{t(operationType)}</span>
          <span className="activity-day" data-status={status}>{status === 'confirmed' ? day : t(status)}</span>
        </span>
        <Way entry={entry} isShort={amounts.length > 1} />
      </span>
      <span className="activity-amounts">
        {shown.map(({ text, direction }, index) => <bdi key={index} className="activity-amount" data-direction={status === 'confirmed' ? direction : undefined}>{text}</bdi>)}
        {amounts.length > shown.length && <span className="activity-more">{t('more', { count: amounts.length - shown.length })}</span>}
      </span>
    </button>
  )
})

/** From whom to whom; where there is little room only to whom, or from whom when something came. */
function Way({ entry: { sentFrom, sentTo }, isShort }: { entry: HistoryEntry; isShort: boolean }) {
  const t = useMessages(messages)
  return (
    <span className="activity-way">
      {(!isShort || !sentTo) && <><span className="visually-hidden">{t('from')}</span><span dir="ltr">{truncateAddress(sentFrom)}</span></>}
      {sentTo && <><Arrow /><span className="visually-hidden">{t('to')}</span><span dir="ltr">{truncateAddress(sentTo)}</span></>}
    </span>
  )
}

function Arrow() {
  return (
    <svg className="icon" data-directed="" width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d="M1.5 6h9M7 2.5 10.5 6 7 9.5" />
    </svg>
  )
}
