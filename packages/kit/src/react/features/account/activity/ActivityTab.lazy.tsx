import { useMemo, useState } from 'react'
import type { HistoryEntry } from '../../../../domains/history/historyEntry.ts'
import { groupByMonth } from '../../../../domains/history/list/groupByMonth.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { defineMemory } from '../../../router/memory.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useLatest } from '@latchkey/ui/scrolling/useLatest.ts'
import { VirtualList } from '@latchkey/ui/scrolling/list/VirtualList.tsx'
import { useHistory } from '../../../hooks/useHistory.ts'
import type { HistoryAnswer } from '../../../../domains/history/followHistory.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useNetwork } from '../../../hooks/useNetwork.ts'
import { useRouter } from '../../router.ts'
import css from './activity.css?inline'
import { ActivityRow } from './row/ActivityRow.tsx'
import { messages } from './texts/messages.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** The index of the entry whose detail was opened last; -1 if none was opened. */
const openedEntry = defineMemory(-1)

/** The account's activity, or the reason why it can't be shown. */
export default function ActivityTab() {
  useStyles(css)
  const t = useMessages(messages)
  const network = useNetwork().network?.name ?? ''
  const { fetchNext, ...answer } = useHistory()
  const { entries, status } = answer
  const isEmpty = entries.length === 0

  if (status === 'pending' && isEmpty) return <Skeleton />
  if (status === 'error' && isEmpty)
    return (
      <Notice
        icon="warning"
        title={t('unavailableTitle')}
        action={<Button onClick={fetchNext}>{t('retry')}</Button>}
      >
        {t('unavailableText')}
      </Notice>
    )
  const isOwnOnly = status === 'success' && answer.isOwnOnly
  return (
    <div className="activity">
      {status === 'error' && <Problem text={t('moreFailed')} onRetry={fetchNext} />}
      {isOwnOnly && !isEmpty && <p className="activity-hint">{t('ownOnly', { network })}</p>}
      {isEmpty && (
        <Notice icon="info" title={t('emptyTitle')}>
          {isOwnOnly ? t('ownOnly', { network }) : t('emptyText', { network })}
        </Notice>
      )}
      <Entries answer={answer} onNext={fetchNext} />
      {status === 'pending' && <Skeleton />}
    </div>
  )
}

/** The list of entries: first the pending ones, then all others grouped by month. */
function Entries({ answer, onNext }: { answer: HistoryAnswer; onNext: () => void }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const router = useRouter()
  const { clock } = contextOf(useKit())
  const [start] = useState(() => router.recall(openedEntry))
  const { entries } = answer
  const waiting = t('pending')
  const sections = useMemo(() => {
    const pending = entries.filter(({ status }) => status === 'pending')
    const months = groupByMonth(
      entries.filter(({ status }) => status !== 'pending'),
      { locale, now: clock.now() },
    )
    const named = months.map(({ id, title, entries: items }) => ({ id, title, items }))
    return pending.length > 0
      ? [{ id: 'pending', title: waiting, items: pending }, ...named]
      : named
  }, [entries, locale, clock, waiting])
  const choose = useLatest((entry: HistoryEntry, index: number) => {
    router.remember(openedEntry, index)
    if (entry.order) router.push('BuyInProgress', { id: entry.order })
    else router.push('Transaction', { entry })
  })
  const next = answer.status === 'success' ? answer.next : 'none'
  if (entries.length === 0 && next === 'none') return null
  return (
    <>
      <VirtualList
        sections={sections}
        rowHeight={64}
        headingHeight={40}
        start={start}
        isOpen={next !== 'none'}
        onEndNear={next === 'idle' ? onNext : undefined}
        renderItem={(entry, position) => (
          <ActivityRow entry={entry} onChoose={choose} position={position} />
        )}
      />
      {(next === 'pending' || next === 'idle') && <Skeleton />}
      {next === 'failed' && <Problem text={t('moreFailed')} onRetry={onNext} />}
    </>
  )
}

function Problem({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useMessages(messages)
  return (
    <div className="stale" role="status">
      <span>{text}</span>
      <button type="button" className="stale-retry" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="activity-skeleton" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <SkeletonRow key={row} plain />
      ))}
    </div>
  )
}
