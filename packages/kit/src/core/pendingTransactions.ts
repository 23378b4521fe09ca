import type { NetworkId } from '@latchkey/protocol/caip'
import type { OperationType } from '@latchkey/protocol/operationTypes'
import * as counts from '@latchkey/protocol/counts'
import type { ShownSender } from './facets/transactions.ts'
import type { Kit } from './kit.ts'
import { readPending, withOwnPictures } from './readPending.ts'
import type { PendingStatus } from './readPending.ts'
import { isSame } from './sameTransaction.ts'
import { storedValue } from './storedValue.ts'

/** The sender's description of a transaction; shown until the history has a better one. */
export type TransactionDescription = {
  operationType: OperationType
  /** Address of the recipient. */
  sentTo?: string
  /**
   * `quantity` is a decimal string in whole tokens. Pictures are the API's, those of the site's
   * `tokens`, or `data:image/`; others are left out. `token` is the address of the token, or
   * `native` for the network's own coin: the kit draws those that it knows.
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
 * A transaction that this browser sent (spec section 9: 99 of them). Times in milliseconds since
 * 1970.
 */
export type PendingTransaction = {
  hash: string
  networkId: NetworkId
  /** The sender. */
  address: string
  nonce?: number
  /** The last height of the chain at which it can get into a block, where transactions expire. */
  lastHeight?: number
  sentAt: number
  status: PendingStatus
  /** Hash of the transaction that replaced it, if found. */
  replacedBy?: string
  /** Time of its block. */
  blockTime?: number
  /** The time at which it was first seen not to be pending. */
  endedAt?: number
  /** By whom it was sent, as the chain said; absent while no node has shown it. */
  shown?: ShownSender
  /** The account had code when no node showed it: it may wait for other signers. */
  hasCode?: true
  /** No block can take it any more: the chain has proved that it was not sent. */
  isExpired?: true
  /** A tab has told its end. */
  isTold?: true
  /**
   * What the wallet was asked to send, as a text of the chain's own: the transaction in the block
   * is compared with it, where a wallet can send another one.
   */
  asked?: string
  description?: TransactionDescription
}

const stored = storedValue('pending-transactions', (json) =>
  Array.isArray(json) ? json.slice(0, counts.pendingTransactions).flatMap(readPending) : undefined,
)

/** The stored own transactions, newest first; invalid entries are left out. */
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

/** Changes the stored transactions of all tabs, and with them the kit's state. */
export function changePending(
  kit: Kit,
  change: (pending: readonly PendingTransaction[]) => readonly PendingTransaction[],
): void {
  const pending = change(rememberedPending(kit))
  stored.set(kit, pending.length > 0 ? [...pending] : undefined)
  restorePending(kit)
}

/**
 * The list with one more at its head. If it is too long, the oldest that ended is removed, else the
 * oldest.
 */
export function withTransaction(
  pending: readonly PendingTransaction[],
  transaction: PendingTransaction,
): readonly PendingTransaction[] {
  const others = pending.filter((entry) => !isSame(entry, transaction))
  if (others.length < counts.pendingTransactions) return [transaction, ...others]
  const ended = others.findLastIndex(({ status }) => status !== 'pending')
  const leaving = ended === -1 ? others.length - 1 : ended
  return [transaction, ...others.filter((_, index) => index !== leaving)]
}
