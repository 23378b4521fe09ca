import { useMemo, useState } from 'react'
import { feeQuery } from '../../../../../domains/transactions/feeQuery.ts'
import type { HistoryEntry } from '../../../../../domains/history/historyEntry.ts'
import { ownEntry } from '../../../../../domains/history/ownEntry.ts'
import { TransactionLink } from '../../../../transaction/TransactionLink.tsx'
import { useFormatLocale } from '../../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { Screen } from '../../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useAccount } from '../../../../hooks/useAccount.ts'
import { useKit } from '../../../../hooks/useKit.ts'
import { useQuery } from '../../../../hooks/useQuery.ts'
import { useTransaction } from '../../../../hooks/useTransaction.ts'
import type { AccountViews, TransactionLookup } from '../../index.ts'
import css from '../activity.css?inline'
import { amountsOf } from '../row/amountsOf.ts'
import type { Amount } from '../row/amountsOf.ts'
import { EntryIcon } from '../row/EntryIcon.tsx'
import { ReplacementActions } from '../replace/ReplacementActions.tsx'
import { Confirmations } from './Confirmations.tsx'
import { AddressFact, Fact, HashFact } from './Fact.tsx'
import { formatFee } from './formatFee.ts'
import { maxInHeading, Moves } from './Moves.tsx'
import { messages } from '../texts/messages.ts'
import { useTransactionSearch } from './useTransactionSearch.ts'
import { contextOf } from '../../../../../core/kit/context.ts'

const explanations = {
  pending: 'pendingText',
  failed: 'failedText',
  replaced: 'replacedText',
  cancelled: 'replacedText',
  dropped: 'droppedText',
  unseen: 'unseenText',
  changed: 'changedText',
  unclear: 'unclearText',
} as const

// The code of the first requests comes with the screen. If it fails to load, they load it again.
import('../../../../../domains/transactions/shownConfirmations.lazy.ts').catch(() => {})

/**
 * The detail of one transaction: an entry of the list, or a transaction looked up in the history.
 */
export default function TransactionView({ params }: { params: AccountViews['Transaction'] }) {
  return 'entry' in params ? <Details known={params.entry} /> : <Sought sought={params} />
}

/** Looks up a transaction that a site opened by its hash or id. */
function Sought({ sought }: { sought: TransactionLookup }) {
  useStyles(css)
  const t = useMessages(messages)
  const { status, entry, retry } = useTransactionSearch(sought)
  if (entry) return <Details known={entry} />
  return (
    <Screen title={t('unknown')}>
      {status === 'pending' && (
        <div className="activity" aria-busy="true">
          {[0, 1, 2].map((row) => (
            <SkeletonRow key={row} />
          ))}
        </div>
      )}
      {status === 'error' && (
        <Notice
          icon="warning"
          title={t('unavailableTitle')}
          action={<Button onClick={retry}>{t('retry')}</Button>}
        >
          {t('unavailableText')}
        </Notice>
      )}
      {status === 'missing' && (
        <Notice icon="search" title={t('missingTitle')}>
          {t('missingText')}
        </Notice>
      )}
    </Screen>
  )
}

/**
 * The kind, the amounts, and a link to the explorer. For a transaction that this browser sent, also
 * its progress.
 */
function Details({ known }: { known: HistoryEntry }) {
  useStyles(css)
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const entry = useLive(known)
  const network = contextOf(useKit()).networks.find(
    (network) => network.networkId === entry.networkId,
  )?.network
  const explorer = network?.blockExplorers?.default
  const { operationType, status, at, sentFrom, sentTo, nonce, hash, replacedBy, reason } = entry
  const amounts = amountsOf(entry, locale)
  return (
    <Screen title={t(operationType)}>
      <div className="transaction">
        <Heading entry={entry} amounts={amounts} />
        <dl className="transaction-facts" data-status={status}>
          <Fact name={t('status')} status={status}>
            {t(status)}
          </Fact>
          {reason !== undefined && (
            <Fact name={t('reason')}>
              <bdi>{reason}</bdi>
            </Fact>
          )}
          <Fact name={t('time')}>
            <bdi>
              {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
                at,
              )}
            </bdi>
          </Fact>
          <AddressFact name={t('from')} address={sentFrom} explorer={explorer} />
          {sentTo && <AddressFact name={t('to')} address={sentTo} explorer={explorer} />}
          <Moves amounts={amounts} ends={[sentFrom, sentTo]} explorer={explorer} />
          {network && (
            <Fact name={t('network')}>
              <bdi>{network.name}</bdi>
            </Fact>
          )}
          <Fee entry={entry} />
          <Confirmations entry={entry} />
          {nonce !== undefined && (
            <Fact name={t('nonce')}>
              <bdi>{new Intl.NumberFormat(locale, { useGrouping: false }).format(nonce)}</bdi>
            </Fact>
          )}
          <HashFact name={t('hash')} hash={hash} />
          {replacedBy && <HashFact name={t('replacedBy')} hash={replacedBy} />}
        </dl>
        <ReplacementActions entry={entry} />
        <TransactionLink
          networkId={entry.networkId}
          hash={replacedBy ?? hash}
          label={(name) => t('open', { explorer: name })}
        />
      </div>
    </Screen>
  )
}

/** The key of the text that explains the status. Undefined for a confirmed transaction. */
function explanationOf({ status, replacedBy }: HistoryEntry) {
  if (status === 'confirmed') return undefined
  return status === 'pending' && replacedBy !== undefined ? 'replacing' : explanations[status]
}

/** The icon, the amounts unless there are too many, and an explanation of the status. */
function Heading({ entry, amounts }: { entry: HistoryEntry; amounts: readonly Amount[] }) {
  const t = useMessages(messages)
  const { status } = entry
  const explanation = explanationOf(entry)
  const [wasExplained] = useState(explanation !== undefined)
  return (
    <div className="transaction-head" data-status={status} tabIndex={-1} data-autofocus="">
      <EntryIcon entry={entry} size={56} />
      {(amounts.length > maxInHeading ? [] : amounts).map(({ text, direction }, index) => (
        <bdi key={index} className="transaction-amount" data-direction={direction}>
          {text}
        </bdi>
      ))}
      <p className="transaction-text" role="status" data-held={wasExplained || undefined}>
        {explanation && t(explanation)}
      </p>
    </div>
  )
}

/**
 * Returns the current state of an entry. A transaction that this browser sent can change while it
 * is shown.
 */
function useLive(entry: HistoryEntry): HistoryEntry {
  const own = useTransaction(entry.hash)
  if (
    !own ||
    own.networkId !== entry.networkId ||
    entry.status === 'confirmed' ||
    entry.status === 'changed'
  )
    return entry
  if (own.status === 'changed') return ownEntry(own)
  const { status, at, nonce, replacedBy, reason } = ownEntry(own)
  return { ...entry, status, at, nonce, replacedBy, reason }
}

/**
 * The fee from the receipt; a dash while the transaction is pending, or if the fee cannot be read.
 * For any other transaction that is not in a block, no fee is shown.
 */
function Fee({ entry }: { entry: HistoryEntry }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const kit = useKit()
  const { networkId, hash, status } = entry
  const account = useAccount()
  const address = 'account' in account ? account.account.address : undefined
  const isMined = status === 'confirmed' || status === 'failed' || status === 'changed'
  const hasFee = isMined || status === 'pending'
  const answer = useQuery(
    useMemo(
      () => (isMined ? feeQuery(kit, { networkId, hash, address }) : undefined),
      [kit, networkId, hash, address, isMined],
    ),
  )
  const fee = answer.status === 'success' ? answer.data : undefined
  if (!hasFee) return null
  if (isMined && answer.status === 'pending')
    return (
      <Fact name={t('fee')}>
        <span className="skeleton transaction-skeleton" />
      </Fact>
    )
  return (
    <Fact name={t('fee')}>
      <bdi>{fee ? [formatFee(fee.quantity, locale), fee.symbol].join(' ') : '—'}</bdi>
    </Fact>
  )
}
