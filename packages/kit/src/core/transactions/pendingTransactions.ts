import type { NetworkId } from '@latchkey/protocol/caip'
import type { OperationType } from '@latchkey/protocol/operationTypes'
import * as counts from '@latchkey/protocol/counts'
import type { ShownSender } from '../contracts/facets/transactions.ts'
import type { Kit } from '../kit/kit.ts'
import { readPending, withOwnPictures } from './readPending.ts'
import type { PendingStatus } from './readPending.ts'
import { isSame } from './sameTransaction.ts'
import { storedValue } from '../storage/storedValue.ts'

/** The sender's description of a transaction. Shown until the history has a better one. */
export type TransactionDescription = {
  operationType: OperationType
  /** Address of the recipient. */
  sentTo?: string
  /**
   * `quantity` is a decimal string in whole tokens. `iconUrl` is a picture of the API, of the
   * site's `tokens`, or a `data:image/` URI; other pictures are removed. `token` is the address of
   * the token, or `native` for the network's own token; the kit has its own pictures of some
   * tokens.
   */
  transfers?: readonly {
    direction: 'in' | 'out'
    symbol: string
    quantity: string
    iconUrl?: string
    token?: string
  }[]
}

/**
 * A transaction that this browser sent, or that the site has passed to `followTransaction`. At most
 * 99 are stored. Times in milliseconds since 1970.
 */
export type PendingTransaction = {
  hash: string
  networkId: NetworkId
  /** The sender. */
  address: string
  /** The sender's nonce, where the chain has nonces. Screens show it. */
  nonce?: number
  /**
   * A transaction of the same sender with the same key replaces this one. Only the chain's own code
   * reads the text.
   */
  replacementKey?: string
  /** The height of the last block that can include it. Absent where transactions do not expire. */
  lastHeight?: number
  sentAt: number
  status: PendingStatus
  /**
   * Hash of the transaction that replaced it, if found. While it is pending, it is the hash of the
   * replacement that this browser has sent. A block may still include either.
   */
  replacedBy?: string
  /** Time of its block. */
  blockTime?: number
  /** The chain's name of the error with which it failed. Absent where the chain names none. */
  reason?: string
  /** The time at which a check first found that it is no longer pending. */
  endedAt?: number
  /** Its sender according to the chain. Absent until a node has shown the transaction. */
  shown?: ShownSender
  /**
   * While no node showed the transaction, the account had code: the transaction may still wait for
   * other signers.
   */
  hasCode?: true
  /** No block can include it any more, which proves that it was not sent. */
  isExpired?: true
  /** A tab has notified the visitor that the transaction has ended. */
  isTold?: true
  /**
   * The requested transaction, as a text that only the chain's own code reads. The kit compares it
   * with the transaction in the block, on chains where a wallet can send a different one.
   */
  asked?: string
  description?: TransactionDescription
}

const stored = storedValue('pending-transactions', (json) =>
  Array.isArray(json) ? json.slice(0, counts.pendingTransactions).flatMap(readPending) : undefined,
)

/** The stored transactions of this browser, newest first. Invalid entries are left out. */
export function rememberedPending(kit: Kit): readonly PendingTransaction[] {
  return (stored.get(kit) ?? []).map((transaction) => withOwnPictures(kit, transaction))
}

/**
 * Loads the stored transactions into the kit's state: after a reload, and when another tab has
 * changed them.
 */
export function restorePending(kit: Kit): void {
  const pending = rememberedPending(kit)
  if (JSON.stringify(pending) !== JSON.stringify(kit.getState().pending ?? []))
    kit.store.setState({ pending })
}

/** Changes the stored transactions, which all tabs read, and the kit's state. */
export function changePending(
  kit: Kit,
  change: (pending: readonly PendingTransaction[]) => readonly PendingTransaction[],
): void {
  const pending = change(rememberedPending(kit))
  stored.set(kit, pending.length > 0 ? [...pending] : undefined)
  restorePending(kit)
}

/**
 * The list with a further transaction at its beginning. If the list gets too long, the oldest ended
 * transaction is removed. If none has ended, the oldest of all.
 */
export function withTransaction(
  pending: readonly PendingTransaction[],
  transaction: PendingTransaction,
): readonly PendingTransaction[] {
  const others = pending.filter((entry) => !isSame(entry, transaction))
  if (others.length < counts.pendingTransactions) return [transaction, ...others]
  const ended = others.findLastIndex(({ status }) => status !== 'pending')
  const removed = ended === -1 ? others.length - 1 : ended
  return [transaction, ...others.filter((_, index) => index !== removed)]
}
