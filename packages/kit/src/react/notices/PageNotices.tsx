import { useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { borderProps, holdBorder } from '../../core/page/border.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { ownEntry } from '../../domains/history/ownEntry.ts'
import { ActivityRow } from '../features/account/activity/row/ActivityRow.tsx'
import { endOf } from '../features/account/activity/texts/endOf.ts'
import { messages as activityMessages } from '../features/account/activity/texts/messages.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { messages as modalMessages } from '../modal/messages.ts'
import layout from '@latchkey/ui/styles/layout.css?inline'
import { RootContext } from '@latchkey/ui/styles/adoptStyles.ts'
import { Root } from '../styles/Root.tsx'
import { ShadowHost } from '../styles/ShadowHost.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import css from './notices.css?inline'
import { useEnded } from './useEnded.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * A success is shown for this many milliseconds. The time in which the tab is hidden does not
 * count. A failure stays until the visitor dismisses it.
 */
const shownFor = 8_000

/** Notices about something else than transactions, and what a screen reader announces of them. */
type More = { cards?: ReactNode; news?: ReactNode }

/**
 * Shows notices in the page about the outcome of transactions that this browser sent, while the
 * modal is closed.
 */
export function PageNotices(more: More) {
  return (
    <ShadowHost css={layout} isLayer>
      <Root events={borderProps}>
        <Notices {...more} />
      </Root>
    </ShadowHost>
  )
}

function Notices({ cards, news }: More) {
  useStyles(css)
  const root = useContext(RootContext)
  const host = root instanceof ShadowRoot && root.host
  const t = useMessages(activityMessages)
  const { notices } = contextOf(useKit()).options
  const [ended, dismiss] = useEnded()
  const [latest] = ended
  const isShown = latest !== undefined || cards !== undefined
  useEffect(
    () => (isShown && host instanceof HTMLElement ? holdBorder(host) : undefined),
    [isShown, host],
  )
  return (
    <div
      className="notices"
      data-place={(typeof notices === 'object' && notices.place) || 'bottom-end'}
    >
      {/* rendered even while empty: a screen reader announces only changes inside an existing
          element */}
      <p className="visually-hidden" role="status">
        {latest && `${t(endOf(latest).text)}: ${t(latest.description?.operationType ?? 'unknown')}`}
        {news}
      </p>
      <ul className="notices-list">
        {ended.map((transaction) => (
          <NoticeCard
            key={`${transaction.networkId} ${transaction.hash}`}
            transaction={transaction}
            onDismiss={() => dismiss(transaction)}
          />
        ))}
        {cards}
      </ul>
    </div>
  )
}

/** The notice about one transaction. A press shows the transaction in the modal. */
function NoticeCard({
  transaction,
  onDismiss,
}: {
  transaction: PendingTransaction
  onDismiss: () => void
}) {
  const t = useMessages(activityMessages)
  const tModal = useMessages(modalMessages)
  const kit = useKit()
  const isSeen = useIsSeen()
  const { text, isSuccess } = endOf(transaction)
  const isCovered = useKitState(({ modal }) => modal.open)
  const isAutoDismissed = isSuccess && isSeen && !isCovered
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isAutoDismissed) return
    let stop = contextOf(kit).clock.setTimeout(dismissLater, shownFor)
    function dismissLater() {
      // wait again: with the pointer over it or the focus in it, the notice is probably being read
      if (card.current?.matches(':hover, :focus-within'))
        stop = contextOf(kit).clock.setTimeout(dismissLater, shownFor)
      else onDismiss()
    }
    return () => stop()
  }, [isAutoDismissed]) // oxlint-disable-line react/exhaustive-deps -- another notice must not restart the time
  const entry = ownEntry(transaction)
  function show() {
    onDismiss()
    const { hash, networkId } = transaction
    // an error is ignored: the notice is dismissed, so nothing is left that could show the error
    kit.open({ view: 'Transaction', hash, networkId }).catch(() => {})
  }
  return (
    <li className="notice-card" ref={card}>
      <p className="notice-title">{t(text)}</p>
      <ActivityRow entry={entry} position={{ 'data-index': 0, tabIndex: 0 }} onChoose={show} />
      <IconButton aria-label={tModal('dismiss')} onClick={onDismiss}>
        <Icon name="close" />
      </IconButton>
    </li>
  )
}

/** Whether the tab is visible. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(!document.hidden)
  useEffect(() => {
    const update = () => setSeen(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isSeen
}
