import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import type {
  ReplacementFacts,
  TransactionState,
} from '../../core/contracts/facets/transactions.ts'
import { pace } from './pace.ts'

/**
 * The result of the last check of a transaction. `missingSince`: the time since which the node does
 * not know the transaction, or does not show it.
 */
export type CheckMemory = { kind: TransactionState['kind']; missingSince?: number }

/** The result of a check: no change, a change, or a replacement that is still to be found. */
export type Verdict =
  | { kind: 'same' }
  | { kind: 'changed'; transaction: PendingTransaction }
  | { kind: 'replaced'; facts: ReplacementFacts & { replacementKey: string } }

/** The memory to store after a check. */
export function nextMemory(
  state: TransactionState,
  before: CheckMemory | undefined,
  now: number,
): CheckMemory {
  const isMissing = state.kind === 'unknown' || state.kind === 'unread'
  return { kind: state.kind, ...(isMissing && { missingSince: missingSince(state, before, now) }) }
}

/** The time since which all checks had the result of this check. */
const missingSince = (state: TransactionState, before: CheckMemory | undefined, now: number) =>
  before?.kind === state.kind ? (before.missingSince ?? now) : now

/**
 * Decides the next status of a transaction, by the table of docs/transactions.md. A transaction in
 * a block changes its status at once. `dropped`, `replaced` and a block that is undone need two
 * checks with the same result, because the nodes behind one URL may differ for a moment.
 */
export function judge(
  transaction: PendingTransaction,
  state: TransactionState,
  before: CheckMemory | undefined,
  now: number,
): Verdict {
  const { status } = transaction
  const isSure = before?.kind === state.kind
  const ended = (parts: Partial<PendingTransaction>) =>
    changed({ ...transaction, replacedBy: undefined, endedAt: now, ...parts })
  switch (state.kind) {
    case 'mined':
    case 'failed': {
      const facts = mergeSenderFacts(transaction, state)
      return status === state.kind
        ? same
        : ended({
            status: state.kind,
            ...facts,
            blockTime: state.blockTime,
            reason: state.reason,
          })
    }
    case 'changed': {
      const { description, blockTime } = state
      return status === 'changed' ? same : ended({ status: 'changed', description, blockTime })
    }
    case 'unread':
      return status === 'mined' ||
        status === 'changed' ||
        now - missingSince(state, before, now) < pace.unread
        ? same
        : ended({ status: 'mined', blockTime: state.blockTime })
    case 'overtaken':
      if (status === 'replaced' || status === 'cancelled') return same
      return isSure
        ? { kind: 'replaced', facts: replacementFactsOf(state) }
        : changedBySenderFacts(transaction, state)
    case 'waiting':
      if (status === 'pending') return changedBySenderFacts(transaction, state)
      return isSure
        ? changed(pendingAgain({ ...transaction, ...mergeSenderFacts(transaction, state) }))
        : same
    case 'expired':
      return (status === 'dropped' && transaction.isExpired) || !isSure
        ? same
        : ended({ status: 'dropped', isExpired: true, blockTime: undefined })
    case 'unknown':
      if (status === 'dropped' || status === 'unseen') return same
      if (status !== 'pending') return isSure ? changed(pendingAgain(transaction)) : same
      return now - missingSince(state, before, now) < pace.missing
        ? same
        : changed({ ...transaction, ...missingStatus(transaction, state), endedAt: now })
  }
}

const same: Verdict = { kind: 'same' }
const changed = (transaction: PendingTransaction): Verdict => ({ kind: 'changed', transaction })

const replacementFactsOf = ({
  replacementKey,
  nonce,
}: Extract<TransactionState, { kind: 'overtaken' }>) => ({
  replacementKey,
  ...(nonce !== undefined && { nonce }),
})

/** The chain's facts about a transaction's sender, and its replacement key. */
type SenderFacts = Pick<PendingTransaction, 'shown'> & ReplacementFacts
function mergeSenderFacts(before: SenderFacts, state: SenderFacts): SenderFacts {
  const replacementKey = state.replacementKey ?? before.replacementKey
  return {
    nonce: state.nonce ?? before.nonce,
    shown: state.shown ?? before.shown,
    ...(replacementKey !== undefined && { replacementKey }),
  }
}

function changedBySenderFacts(transaction: PendingTransaction, state: SenderFacts): Verdict {
  const now = mergeSenderFacts(transaction, state)
  return now.nonce === transaction.nonce &&
    now.shown === transaction.shown &&
    now.replacementKey === transaction.replacementKey
    ? same
    : changed({ ...transaction, ...now })
}

/**
 * The status of a transaction that no node has shown for `pace.missing`. If no other transaction
 * has used its replacement key, it counts as dropped only under four conditions:
 * - the account itself sent it
 * - the account has no code
 * - a node has shown it
 * - on this chain, a transaction that the nodes have forgotten does not return
 *
 * Any other transaction may wait for signers, be sent by a relayer under another hash, or be in a
 * pool that these nodes do not read.
 */
function missingStatus(
  { shown }: PendingTransaction,
  { hasCode, mayReturn }: Extract<TransactionState, { kind: 'unknown' }>,
): Pick<PendingTransaction, 'status' | 'hasCode'> {
  if (shown === 'own' && !hasCode && !mayReturn) return { status: 'dropped' }
  return { status: 'unseen', ...(hasCode && { hasCode }) }
}

/**
 * Sets a transaction to pending again: the block that it was in, or the transaction that replaced
 * it, is no longer part of the chain.
 */
const pendingAgain = (transaction: PendingTransaction): PendingTransaction => ({
  ...transaction,
  status: 'pending',
  blockTime: undefined,
  reason: undefined,
  replacedBy: undefined,
  endedAt: undefined,
  hasCode: undefined,
  isExpired: undefined,
})
