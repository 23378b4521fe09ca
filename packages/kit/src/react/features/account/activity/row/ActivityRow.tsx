import { memo } from 'react'
import type { HistoryEntry } from '../../../../../domains/history/historyEntry.ts'
import { useFormatLocale } from '../../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import type { ListPosition } from '@latchkey/ui/scrolling/list/VirtualList.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { amountsOf } from './amountsOf.ts'
import type { Amount } from './amountsOf.ts'
import { Drawing, EntryIcon } from './EntryIcon.tsx'
import { messages } from '../texts/messages.ts'
import css from './row.css?inline'

type Props = {
  entry: HistoryEntry
  position: ListPosition
  onChoose: (entry: HistoryEntry, index: number) => void
}

/** A row of the list: one transaction with its kind, amounts, addresses and day. */
export const ActivityRow = memo(function ActivityRow({ entry, position, onChoose }: Props) {
  useStyles(css)
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const [first, second, ...more] = amountsOf(entry, locale)
  const { status, operationType, at } = entry
  const day = (
    <span className="activity-day">
      {new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(at)}
    </span>
  )
  return (
    <button
      type="button"
      className="activity-row"
      data-status={status}
      onClick={() => onChoose(entry, position['data-index'])}
      {...position}
    >
      <EntryIcon entry={entry} />
      <span className="activity-lines">
        <span className="activity-line">
          <span className="activity-verb">{t(operationType)}</span>
          {status === 'confirmed' ? day : <span className="activity-status">{t(status)}</span>}
          {first && <AmountText amount={first} />}
        </span>
        <span className="activity-line">
          <DirectionLabel entry={entry} isShort={second !== undefined} />
          {second && more.length === 0 && <AmountText amount={second} />}
          {status !== 'confirmed' && status !== 'pending' && !second && day}
          {more.length > 0 && (
            <span className="activity-amount">{t('more', { count: more.length + 1 })}</span>
          )}
        </span>
      </span>
    </button>
  )
})

function AmountText({ amount: { text, direction } }: { amount: Amount }) {
  return (
    <bdi className="activity-amount" data-direction={direction}>
      {text}
    </bdi>
  )
}

/** The sender and the recipient. `isShort`: of the two, only the recipient, if there is one. */
function DirectionLabel({
  entry: { sentFrom, sentTo, order },
  isShort,
}: {
  entry: HistoryEntry
  isShort: boolean
}) {
  const t = useMessages(messages)
  return (
    <span className="activity-way">
      {(!isShort || !sentTo) && (
        <>
          <span className="visually-hidden">{t('from')}</span>
          {order ? <bdi>{sentFrom}</bdi> : <span dir="ltr">{truncateAddress(sentFrom)}</span>}
        </>
      )}
      {sentTo && (
        <>
          <Drawing sign="way" />
          <span className="visually-hidden">{t('to')}</span>
          <span dir="ltr">{truncateAddress(sentTo)}</span>
        </>
      )}
    </span>
  )
}
