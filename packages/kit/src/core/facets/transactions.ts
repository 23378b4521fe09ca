import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { Network } from '../network.ts'
import type { PendingTransaction, TransactionDescription } from '../pendingTransactions.ts'

/**
 * What a chain says of a transaction: it is in a block (`blockTime` in milliseconds), it waits, another one has taken its place in
 * the order of its sender (only where a chain has such an order, its `nonce`), or nobody knows it.
 */
export type Sight =
  | { kind: 'mined' | 'failed'; nonce?: number; blockTime?: number }
  | { kind: 'waiting'; nonce?: number }
  | { kind: 'overtaken'; nonce: number }
  | { kind: 'unknown' }

/** What has taken the place of a transaction: its hash, and whether it does nothing but that, which is how wallets cancel. */
export type Replacement = { hash: string; isCancellation: boolean }

/** A transaction by its name on a network. */
export type TransactionId = { networkId: NetworkId; hash: string }

/** What becomes of transactions in one namespace. */
export type TransactionsFacet = {
  /** Says what a transaction is about where its sender did not. */
  describe(transaction: Transaction, network: Network | undefined): TransactionDescription
  /** Makes what looks for transactions on their chains, once for each: what several of one sender have in common is asked once. @throws what the node answers; answerInvalid */
  beginLook(): (transaction: PendingTransaction) => Promise<Sight>
  /** Finds what took the place of a transaction; undefined where that was too long ago. @throws what the node answers; answerInvalid */
  findReplacement(transaction: PendingTransaction & { nonce: number }): Promise<Replacement | undefined>
  /** Its place in the order of its sender; undefined where there is none, or nobody knows it. @throws what the node answers */
  readNonce(transaction: TransactionId): Promise<number | undefined>
  /** What it cost, in the smallest unit of the network's own token; undefined where the chain does not tell. @throws what the node answers */
  readFee(parameters: TransactionId & { signal?: AbortSignal }): Promise<bigint | undefined>
}
