import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import type { Sight } from '../../core/facets/transactions.ts'
import { pace } from './pace.ts'

/** The memory of a transaction between two checks: the last result, and since when the node does not know it, or does not show it. */
export type Memory = { kind: Sight['kind']; missingSince?: number }

/** The result of a check: no change, a change, or a replacement that is still to be found. */
export type Verdict = { kind: 'same' } | { kind: 'changed'; transaction: PendingTransaction } | { kind: 'replaced'; nonce: number }

/** The memory after a check. */
export function remember(sight: Sight, before: Memory | undefined, now: number): Memory {
  const isMissing = sight.kind === 'unknown' || sight.kind === 'unread'
  return { kind: sight.kind, ...(isMissing && { missingSince: missingSince(sight, before, now) }) }
}

/** Since when every check had this result. */
const missingSince = (sight: Sight, before: Memory | undefined, now: number) => (before?.kind === sight.kind ? (before.missingSince ?? now) : now)

/**
 * Judges the state of a transaction. A block counts at once; a transaction counts as gone, undone or overtaken only when that is
 * seen twice, because nodes behind one address may differ for a moment.
 */
export function judge(transaction: PendingTransaction, sight: Sight, before: Memory | undefined, now: number): Verdict {
  const { status } = transaction
  const isSure = before?.kind === sight.kind
  switch (sight.kind) {
    case 'mined':
    case 'failed':
      return status === sight.kind ? same : changed({ ...transaction, status: sight.kind, nonce: sight.nonce ?? transaction.nonce, blockTime: sight.blockTime, replacedBy: undefined, endedAt: now })
    case 'changed':
      return status === 'changed' ? same : changed({ ...transaction, status: 'changed', description: sight.description, blockTime: sight.blockTime, replacedBy: undefined, endedAt: now })
    case 'unread':
      return status === 'mined' || status === 'changed' || now - missingSince(sight, before, now) < pace.unread ? same : changed({ ...transaction, status: 'mined', blockTime: sight.blockTime, replacedBy: undefined, endedAt: now })
    case 'overtaken':
      if (status === 'replaced' || status === 'cancelled') return same
      return isSure ? { kind: 'replaced', nonce: sight.nonce } : withNonce(transaction, sight.nonce)
    case 'waiting':
      if (status === 'pending') return withNonce(transaction, sight.nonce)
      return isSure ? changed(undone({ ...transaction, nonce: sight.nonce ?? transaction.nonce })) : same
    case 'expired':
      return status === 'dropped' || !isSure ? same : changed({ ...transaction, status: 'dropped', blockTime: undefined, replacedBy: undefined, endedAt: now })
    case 'unknown':
      if (status === 'dropped') return same
      if (status !== 'pending') return isSure ? changed(undone(transaction)) : same
      return now - missingSince(sight, before, now) < pace.missing ? same : changed({ ...transaction, status: 'dropped', endedAt: now })
  }
}

const same: Verdict = { kind: 'same' }
const changed = (transaction: PendingTransaction): Verdict => ({ kind: 'changed', transaction })
const withNonce = (transaction: PendingTransaction, nonce: number | undefined) => (nonce === undefined || transaction.nonce === nonce ? same : changed({ ...transaction, nonce }))

/** Pending again: the block that it was in, or the transaction that replaced it, is no longer part of the chain. */
const undone = (transaction: PendingTransaction): PendingTransaction => ({ ...transaction, status: 'pending', blockTime: undefined, replacedBy: undefined, endedAt: undefined })
