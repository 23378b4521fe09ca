import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import type { HistoryEntry } from './historyEntry.ts'

/** Converts a transaction that this browser sent to an entry of the history. */
export function ownEntry({
  hash,
  networkId,
  address,
  nonce,
  sentAt,
  status,
  blockTime,
  endedAt,
  reason,
  replacedBy,
  description,
}: PendingTransaction): HistoryEntry {
  return {
    id: `${networkId}:${hash}`,
    hash,
    networkId,
    operationType: description?.operationType ?? 'unknown',
    status: status === 'mined' ? 'confirmed' : status,
    at: status === 'pending' ? sentAt : (blockTime ?? endedAt ?? sentAt),
    sentFrom: address,
    ...(description?.sentTo && { sentTo: description.sentTo }),
    ...(nonce !== undefined && { nonce }),
    transfers: (description?.transfers ?? []).map((transfer) => ({
      kind: 'token',
      ...transfer,
      ...(transfer.direction === 'out' &&
        description?.sentTo && { counterpart: description.sentTo }),
    })),
    ...(reason !== undefined && { reason }),
    ...(replacedBy && { replacedBy }),
  }
}
