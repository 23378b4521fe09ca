import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { Network } from '../network.ts'
import type { PendingTransaction, TransactionDescription } from '../pendingTransactions.ts'

/**
 * By whom the chain says that a transaction was sent: the account itself, or another address, such
 * as a relayer or a bundler. Only of the first the account's nonces say anything.
 */
export type ShownSender = 'own' | 'other'

/**
 * The state of a transaction on its chain: in a block (`blockTime` in milliseconds), waiting,
 * overtaken by another one with its place in the order of the sender (only where a chain has such
 * an order, its `nonce`), unknown to the node, or expired: it is in no block, and no block can take
 * it any more. `changed`: in a block, but not what the wallet was asked to send (`asked`), and
 * described as what it is. `unread`: in a block, but the node does not show it yet, so that nobody
 * knows what it is. `shown`: whose transaction the chain says it is; absent where a chain has no
 * order of a sender. `hasCode`: the account is a contract, or is run by one (EIP-7702), so that
 * others may have to sign before it is sent.
 */
export type TransactionState =
  | { kind: 'mined' | 'failed'; nonce?: number; blockTime?: number; shown?: ShownSender }
  | { kind: 'changed'; blockTime?: number; description: TransactionDescription }
  | { kind: 'unread'; blockTime?: number }
  | { kind: 'waiting'; nonce?: number; shown?: ShownSender }
  | { kind: 'overtaken'; nonce: number; shown?: ShownSender }
  | { kind: 'unknown'; hasCode?: boolean }
  | { kind: 'expired' }

/**
 * The transaction that replaced another one: its hash, and whether it does nothing else, which is
 * how wallets cancel.
 */
export type Replacement = { hash: string; isCancellation: boolean }

/** A transaction by its name on a network. */
export type TransactionId = { networkId: NetworkId; hash: string }

/** Descriptions, states and fees of the transactions of one namespace. */
export type TransactionsFacet = {
  /** Describes a transaction whose sender gave no description. */
  describe(transaction: Transaction, network: Network | undefined): TransactionDescription
  /**
   * A transaction as a text, with which the one on the chain is compared; absent where the chain
   * does not compare them. @throws KitError invalidParams for one that can't be read
   */
  comparisonTextOf?(transaction: Transaction): string
  /**
   * Makes a function that looks up transactions on their chains. Data that several transactions of
   * one sender share is requested once. @throws what the node answers; answerInvalid
   */
  createLookup(): (transaction: PendingTransaction) => Promise<TransactionState>
  /**
   * Finds the transaction that replaced this one; undefined where that was too long ago. @throws
   * what the node answers; answerInvalid
   */
  findReplacement(
    transaction: PendingTransaction & { nonce: number },
  ): Promise<Replacement | undefined>
  /**
   * Its place in the order of its sender, the account with this `address`; undefined where the
   * chain has no such order, the node does not know it, or another address sent it. @throws what
   * the node answers
   */
  readNonce(transaction: TransactionId & { address: string }): Promise<number | undefined>
  /**
   * The last height of the chain at which a transaction that was sent just now can get into a
   * block, or more; absent where transactions do not expire. @throws what the node answers
   */
  readLastHeight?(networkId: NetworkId): Promise<number>
  /**
   * How many blocks have confirmed it: 1 in the newest block, `'final'` where the chain says that
   * it can't be undone, 0 where it is in no block; absent where the chain does not count. @throws
   * what the node answers; answerInvalid
   */
  countConfirmations?(
    parameters: TransactionId & { signal?: AbortSignal },
  ): Promise<number | 'final'>
  /**
   * The fee it paid, in the smallest unit of the network's own token; undefined where the chain
   * does not report it. @throws what the node answers
   */
  readFee(parameters: TransactionId & { signal?: AbortSignal }): Promise<bigint | undefined>
}
