import { useMemo } from 'react'
import { feeQuery } from '../../../../history/feeQuery.ts'
import type { HistoryEntry } from '../../../../history/historyEntry.ts'
import { ownEntry } from '../../../../history/ownEntry.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '../../../styles/useStyles.ts'
import { formatQuantity } from '../../../ui/formatAmount.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useKit } from '../../../useKit.ts'
import { useQuery } from '../../../useQuery.ts'
import { useTransaction } from '../../../useTransaction.ts'
import css from './activity.css?inline'
import { amountsOf } from './amountsOf.ts'
import { EntryIcon } from './EntryIcon.tsx'
import { AddressFact, Fact, HashFact } from './Fact.tsx'
import { messages } from './messages.ts'

const explanations = { pending: 'pendingText', failed: 'failedText', replaced: 'replacedText', cancelled: 'replacedText', dropped: 'droppedText' } as const

/** One transaction: what it was, what moved, and where to look it up. Of one's own it says how it goes. */
export default function TransactionView({ params }: { params: { entry: HistoryEntry } }) {
  useStyles(css)
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const entry = useLive(params.entry)
  const network = useKit().context.networks.find((one) => one.networkId === entry.networkId)?.network
  const explorer = network?.blockExplorers?.default
  const { operationType, status, at, sentFrom, sentTo, nonce, hash, replacedBy } = entry
  const explanation = status === 'confirmed' ? undefined : explanations[status]
  return (
    <Screen title={t(operationType)}>
      <div className="transaction">
        <div className="transaction-head" data-status={status} tabIndex={-1} data-autofocus="">
          <EntryIcon entry={entry} size={56} />
          {amountsOf(entry, locale).map(({ text, direction }, index) => <bdi key={index} className="transaction-amount" data-direction={direction}>{text}</bdi>)}
          <p className="transaction-text" role="status">{explanation && t(explanation)}</p>
        </div>
        <dl className="transaction-facts">
          <Fact name={t('status')} status={status}>{t(status)}</Fact>
          <Fact name={t('time')}><bdi>{new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}</bdi></Fact>
          <AddressFact name={t('from')} address={sentFrom} explorer={explorer} />
          {sentTo && <AddressFact name={t('to')} address={sentTo} explorer={explorer} />}
          {network && <Fact name={t('network')}><bdi>{network.name}</bdi></Fact>}
          <Fee entry={entry} />
          {nonce !== undefined && <Fact name={t('nonce')}><bdi>{new Intl.NumberFormat(locale, { useGrouping: false }).format(nonce)}</bdi></Fact>}
          <HashFact name={t('hash')} hash={hash} />
          {replacedBy && <HashFact name={t('replacedBy')} hash={replacedBy} />}
        </dl>
        {explorer && (
          <a className="button" data-variant="secondary" href={`${explorer.url}/tx/${replacedBy ?? hash}`} target="_blank" rel="noreferrer">
            {t('open', { explorer: explorer.name })}
            <Icon name="external" />
          </a>
        )}
      </div>
    </Screen>
  )
}

/** What is known of it now: one of this browser's own goes on while it is looked at. */
function useLive(entry: HistoryEntry): HistoryEntry {
  const own = useTransaction(entry.hash)
  if (!own || own.networkId !== entry.networkId || entry.status === 'confirmed') return entry
  const { status, at, nonce, replacedBy } = ownEntry(own)
  return { ...entry, status, at, nonce, replacedBy }
}

/** What it cost, from its receipt; nothing while that is not known. */
function Fee({ entry }: { entry: HistoryEntry }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const kit = useKit()
  const { networkId, hash, status } = entry
  const isMined = status === 'confirmed' || status === 'failed'
  const answer = useQuery(useMemo(() => (isMined ? feeQuery(kit, { networkId, hash }) : undefined), [kit, networkId, hash, isMined]))
  const fee = answer.status === 'success' ? answer.data : undefined
  if (!fee) return null
  return <Fact name={t('fee')}><bdi>{[formatQuantity(fee.quantity, locale), fee.symbol].join(' ')}</bdi></Fact>
}
