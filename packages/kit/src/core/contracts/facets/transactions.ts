import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { Network } from '../network.ts'
import type { Fee } from './send.ts'
import type {
  PendingTransaction,
  TransactionDescription,
} from '../../transactions/pendingTransactions.ts'

/**
 * The sender of a transaction according to the chain: the account itself, or another address, such
 * as a relayer or a bundler. The account's nonces count only the transactions that it sends itself.
 */
export type ShownSender = 'own' | 'other'

/**
 * `replacementKey` names something that only one transaction of a sender can use. A transaction
 * replaces another one that has the same key. Only the chain's own code reads the text. It contains
 * - EVM: the sender's nonce
 * - a chain of coins: the coins that it spends
 * - nothing, and is absent, where no transaction replaces another one
 *
 * `nonce` is for the screens. Absent on chains without nonces.
 */
export type ReplacementFacts = { replacementKey?: string; nonce?: number }

/**
 * The state of a transaction on its chain:
 * - `mined`, `failed`: in a block, `blockTime` in milliseconds. `reason`: the chain's name of the
 *   error, such as `Balances.InsufficientBalance`, where the chain names it
 * - `changed`: in a block, but it is not the transaction that the wallet was requested to send.
 *   `description` describes the transaction in the block
 * - `unread`: in a block, but the node does not show its content yet
 * - `waiting`: known to the node, in no block
 * - `overtaken`: another transaction has used its `replacementKey`
 * - `unknown`: the node does not know it. `mayReturn`: a block may still include it, because other
 *   nodes may have it
 * - `expired`: in no block, and no block can include it any more
 *
 * `shown` is the transaction's sender according to the chain. Absent on chains where the
 * transaction can have no other sender than the account. `hasCode`: the account is a contract, or
 * has the code of one (EIP-7702), so other signers may have to approve the transaction before it is
 * sent.
 */
export type TransactionState =
  | ({
      kind: 'mined' | 'failed'
      blockTime?: number
      shown?: ShownSender
      reason?: string
    } & ReplacementFacts)
  | { kind: 'changed'; blockTime?: number; description: TransactionDescription }
  | { kind: 'unread'; blockTime?: number }
  | ({ kind: 'waiting'; shown?: ShownSender } & ReplacementFacts)
  | ({ kind: 'overtaken'; replacementKey: string; shown?: ShownSender } & ReplacementFacts)
  | { kind: 'unknown'; hasCode?: boolean; mayReturn?: true }
  | { kind: 'expired' }

/**
 * The transaction that replaced another one: its hash, and whether it has no effect of its own,
 * which is how wallets cancel a transaction.
 */
export type Replacement = { hash: string; isCancellation: boolean }

/**
 * The purpose of a replacement of a waiting transaction: the same payment for a higher fee, or no
 * payment at all.
 */
export type ReplacementPurpose = 'speedUp' | 'cancel'

/**
 * The reason why a waiting transaction can't be replaced:
 * - `mined`: a block has it
 * - `missing`: the node does not know it
 * - `shared`: it spends coins of another account, too
 * - `needed`: a later transaction of the account depends on it
 * - `funds`: the account has too little for the higher fee
 */
export type ReplacementFault = 'mined' | 'missing' | 'shared' | 'needed' | 'funds'

/**
 * A replacement of a waiting transaction, ready to be shown and sent. `previousFee` is the fee of
 * the waiting transaction, in the smallest unit of the network's own token. `isFeeHigh`: the sender
 * has to confirm the fee.
 */
export type PreparedReplacement =
  | {
      status: 'ready'
      transaction: Transaction
      fee: Fee
      previousFee: bigint
      isFeeHigh: boolean
    }
  | { status: 'refused'; fault: ReplacementFault }

/** The hash of a transaction, and its network. */
export type TransactionId = { networkId: NetworkId; hash: string }

/**
 * A batch of calls that a wallet has taken, by the id that the wallet gave it. EIP-5792
 */
export type CallBatch = { networkId: NetworkId; address: string; id: string; count: number }

/**
 * The state of a batch. `ended`: the wallet no longer works on it. `hashes` are those of its
 * transactions: one for all calls, one for each call in their order, or none where nothing was
 * sent.
 */
export type CallBatchState = { kind: 'waiting' } | { kind: 'ended'; hashes: readonly string[] }

/** Descriptions, states and fees of the transactions of one namespace. */
export type TransactionsFacet = {
  /** Describes a transaction whose sender gave no description. */
  describe(transaction: Transaction, network: Network | undefined): TransactionDescription
  /**
   * Converts a requested transaction to a text, which is later compared with the transaction on the
   * chain. Absent on chains that need no such comparison.
   * @throws KitError invalidParams for a transaction that can't be read
   */
  comparisonTextOf?(transaction: Transaction): string
  /**
   * Reads the state of a batch from the wallet that has taken it. Undefined while that wallet is
   * not connected on the batch's network. Absent on chains whose wallets take no batches.
   * @throws the wallet's errors; KitError answerInvalid
   */
  readCallBatch?(batch: CallBatch): Promise<CallBatchState | undefined>
  /**
   * Makes a function that looks up transactions on their chains. Data that several transactions of
   * one sender share is requested once.
   * @throws the node's errors; KitError answerInvalid
   */
  createLookup(): (transaction: PendingTransaction) => Promise<TransactionState>
  /**
   * Finds the transaction that replaced this one. Undefined if the replacement is too long ago to
   * be found. Absent where no transaction replaces another one.
   * @throws the node's errors; KitError answerInvalid
   */
  findReplacement?(
    transaction: PendingTransaction & { replacementKey: string },
  ): Promise<Replacement | undefined>
  /**
   * The replacement key and the nonce of a transaction whose sender has this `address`. Undefined
   * where the node does not know the transaction, or another address sent it. Absent where no
   * transaction replaces another one.
   * @throws the node's errors
   */
  readReplacementFacts?(
    transaction: TransactionId & { address: string },
  ): Promise<ReplacementFacts | undefined>
  /**
   * Prepares a transaction that replaces a waiting one of the account. Only one of the two can get
   * into a block, and until then it may be either. Sends nothing to the wallet. Absent where the
   * kit can't replace transactions; undefined where the account's wallet can't.
   * @throws the node's errors; KitError answerInvalid
   */
  prepareReplacement?(
    parameters: TransactionId & {
      address: string
      purpose: ReplacementPurpose
      signal?: AbortSignal
    },
  ): Promise<PreparedReplacement | undefined>
  /**
   * The height of the last block that can include this transaction, which was sent just now, or a
   * greater height. Absent where transactions do not expire.
   * @throws the node's errors
   */
  readLastHeight?(transaction: TransactionId): Promise<number>
  /**
   * The number of blocks that have confirmed the transaction: 1 in the newest block, 0 where it is
   * in no block, `'final'` where the chain says that it can't be undone. Absent where the chain
   * does not count confirmations.
   * @throws the node's errors; KitError answerInvalid
   */
  countConfirmations?(
    parameters: TransactionId & { signal?: AbortSignal },
  ): Promise<number | 'final'>
  /**
   * Whether the screens show the number of confirmations, because the chain's users wait for
   * several.
   * @default false
   */
  showsConfirmations?: boolean
  /**
   * The fee that was paid, in the smallest unit of the network's own token. Undefined where the
   * chain does not report it. With `address`, the fee that this account paid, where another account
   * may have sent the account's transaction: 0 if another one paid.
   * @throws the node's errors
   */
  readFee(
    parameters: TransactionId & { address?: string; signal?: AbortSignal },
  ): Promise<bigint | undefined>
}
