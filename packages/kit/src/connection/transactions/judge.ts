import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import type { Sight } from '../../core/facets/transactions.ts'
import { pace } from './pace.ts'

/**
 * The memory of a transaction between two checks: the last result, and since when the node does not
 * know it, or does not show it.
 */
export type Memory = { kind: Sight['kind']; missingSince?: number }

/** The result of a check: no change, a change, or a replacement that is still to be found. */
export type Verdict =
  | { kind: 'same' }
  | { kind: 'changed'; transaction: PendingTransaction }
  | { kind: 'replaced'; nonce: number }

/** The memory after a check. */
export function remember(sight: Sight, before: Memory | undefined, now: number): Memory {
  const isMissing = sight.kind === 'unknown' || sight.kind === 'unread'
  return { kind: sight.kind, ...(isMissing && { missingSince: missingSince(sight, before, now) }) }
}

/** Since when every check had this result. */
const missingSince = (sight: Sight, before: Memory | undefined, now: number) =>
  before?.kind === sight.kind ? (before.missingSince ?? now) : now

/**
 * Judges the state of a transaction: the table of docs/transactions.md. A block counts at once; a
 * transaction counts as gone, undone or overtaken only when that is seen twice, because nodes
 * behind one address may differ for a moment.
 */
export function judge(
  transaction: PendingTransaction,
  sight: Sight,
  before: Memory | undefined,
  now: number,
): Verdict {
  const { status } = transaction
  const isSure = before?.kind === sight.kind
  switch (sight.kind) {
    case 'mined':
    case 'failed':
      return status === sight.kind
        ? same
        : changed({
            ...transaction,
            status: sight.kind,
            ...learned(transaction, sight),
            blockTime: sight.blockTime,
            replacedBy: undefined,
            endedAt: now,
          })
    case 'changed':
      return status === 'changed'
        ? same
        : changed({
            ...transaction,
            status: 'changed',
            description: sight.description,
            blockTime: sight.blockTime,
            replacedBy: undefined,
            endedAt: now,
          })
    case 'unread':
      return status === 'mined' ||
        status === 'changed' ||
        now - missingSince(sight, before, now) < pace.unread
        ? same
        : changed({
            ...transaction,
            status: 'mined',
            blockTime: sight.blockTime,
            replacedBy: undefined,
            endedAt: now,
          })
    case 'overtaken':
      if (status === 'replaced' || status === 'cancelled') return same
      return isSure ? { kind: 'replaced', nonce: sight.nonce } : withLearned(transaction, sight)
    case 'waiting':
      if (status === 'pending') return withLearned(transaction, sight)
      return isSure ? changed(undone({ ...transaction, ...learned(transaction, sight) })) : same
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
      if (status !== 'pending') return isSure ? changed(undone(transaction)) : same
      return now - missingSince(sight, before, now) < pace.missing
        ? same
        : changed({ ...transaction, ...missed(transaction, sight.hasCode), endedAt: now })
  }
}

const same: Verdict = { kind: 'same' }
const changed = (transaction: PendingTransaction): Verdict => ({ kind: 'changed', transaction })

/** What the chain has said of its sender, and of its place in the sender's order. */
type Learned = Pick<PendingTransaction, 'nonce' | 'shown'>
const learned = ({ nonce, shown }: Learned, sight: Learned): Learned => ({
  nonce: sight.nonce ?? nonce,
  shown: sight.shown ?? shown,
})

function withLearned(transaction: PendingTransaction, sight: Learned): Verdict {
  const now = learned(transaction, sight)
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
function missed(
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
const undone = (transaction: PendingTransaction): PendingTransaction => ({
  ...transaction,
  status: 'pending',
  blockTime: undefined,
  replacedBy: undefined,
  endedAt: undefined,
  hasCode: undefined,
  isExpired: undefined,
})
