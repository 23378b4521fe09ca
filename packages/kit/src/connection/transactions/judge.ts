import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import type { TransactionState } from '../../core/facets/transactions.ts'
import { pace } from './pace.ts'

/**
 * The memory of a transaction between two checks: the last result, and since when the node does not
 * know it, or does not show it.
 */
export type CheckMemory = { kind: TransactionState['kind']; missingSince?: number }

/** The result of a check: no change, a change, or a replacement that is still to be found. */
export type Verdict =
  | { kind: 'same' }
  | { kind: 'changed'; transaction: PendingTransaction }
  | { kind: 'replaced'; nonce: number }

/** The memory after a check. */
export function nextMemory(
  state: TransactionState,
  before: CheckMemory | undefined,
  now: number,
): CheckMemory {
  const isMissing = state.kind === 'unknown' || state.kind === 'unread'
  return { kind: state.kind, ...(isMissing && { missingSince: missingSince(state, before, now) }) }
}

/** Since when every check had this result. */
const missingSince = (state: TransactionState, before: CheckMemory | undefined, now: number) =>
  before?.kind === state.kind ? (before.missingSince ?? now) : now

/**
 * Judges the state of a transaction: the table of docs/transactions.md. A block counts at once; a
 * transaction counts as gone, undone or overtaken only when that is seen twice, because nodes
 * behind one address may differ for a moment.
 */
export function judge(
  transaction: PendingTransaction,
  state: TransactionState,
  before: CheckMemory | undefined,
  now: number,
): Verdict {
  const { status } = transaction
  const isSure = before?.kind === state.kind
  switch (state.kind) {
    case 'mined':
    case 'failed':
      return status === state.kind
        ? same
        : changed({
            ...transaction,
            status: state.kind,
            ...mergeSenderFacts(transaction, state),
            blockTime: state.blockTime,
            replacedBy: undefined,
            endedAt: now,
          })
    case 'changed':
      return status === 'changed'
        ? same
        : changed({
            ...transaction,
            status: 'changed',
            description: state.description,
            blockTime: state.blockTime,
            replacedBy: undefined,
            endedAt: now,
          })
    case 'unread':
      return status === 'mined' ||
        status === 'changed' ||
        now - missingSince(state, before, now) < pace.unread
        ? same
        : changed({
            ...transaction,
            status: 'mined',
            blockTime: state.blockTime,
            replacedBy: undefined,
            endedAt: now,
          })
    case 'overtaken':
      if (status === 'replaced' || status === 'cancelled') return same
      return isSure
        ? { kind: 'replaced', nonce: state.nonce }
        : changedBySenderFacts(transaction, state)
    case 'waiting':
      if (status === 'pending') return changedBySenderFacts(transaction, state)
      return isSure
        ? changed(pendingAgain({ ...transaction, ...mergeSenderFacts(transaction, state) }))
        : same
    case 'expired':
      return (status === 'dropped' && transaction.isExpired) || !isSure
        ? same
        : changed({
            ...transaction,
            status: 'dropped',
            isExpired: true,
            blockTime: undefined,
            replacedBy: undefined,
            endedAt: now,
          })
    case 'unknown':
      if (status === 'dropped' || status === 'unseen') return same
      if (status !== 'pending') return isSure ? changed(pendingAgain(transaction)) : same
      return now - missingSince(state, before, now) < pace.missing
        ? same
        : changed({ ...transaction, ...missingStatus(transaction, state.hasCode), endedAt: now })
  }
}

const same: Verdict = { kind: 'same' }
const changed = (transaction: PendingTransaction): Verdict => ({ kind: 'changed', transaction })

/** What the chain has said of its sender, and of its place in the sender's order. */
type SenderFacts = Pick<PendingTransaction, 'nonce' | 'shown'>
const mergeSenderFacts = ({ nonce, shown }: SenderFacts, state: SenderFacts): SenderFacts => ({
  nonce: state.nonce ?? nonce,
  shown: state.shown ?? shown,
})

function changedBySenderFacts(transaction: PendingTransaction, state: SenderFacts): Verdict {
  const now = mergeSenderFacts(transaction, state)
  return now.nonce === transaction.nonce && now.shown === transaction.shown
    ? same
    : changed({ ...transaction, ...now })
}

/**
 * What is known of one that no node has shown for `pace.missing`. Only of one that the account
 * itself sent, from an account without code, and that a node has shown, the free nonce says that it
 * has spent nothing. Any other may wait for signers, be sent by a relayer under another hash, or be
 * where these nodes do not look.
 */
function missingStatus(
  { shown }: PendingTransaction,
  hasCode: boolean | undefined,
): Pick<PendingTransaction, 'status' | 'hasCode'> {
  if (shown === 'own' && !hasCode) return { status: 'dropped' }
  return { status: 'unseen', ...(hasCode && { hasCode }) }
}

/**
 * Pending again: the block that it was in, or the transaction that replaced it, is no longer part
 * of the chain.
 */
const pendingAgain = (transaction: PendingTransaction): PendingTransaction => ({
  ...transaction,
  status: 'pending',
  blockTime: undefined,
  replacedBy: undefined,
  endedAt: undefined,
  hasCode: undefined,
  isExpired: undefined,
})
