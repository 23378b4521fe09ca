import type { NetworkId } from '@latchkey/protocol/caip'
import type { OperationType } from '@latchkey/protocol/operationTypes'

/** One transfer, from the view of the account. */
export type HistoryTransfer = {
  kind: 'token' | 'nft'
  direction: 'in' | 'out' | 'self'
  /** Symbol of a token, or name of an NFT. It is untrusted text, and is shortened. */
  symbol: string
  /** The amount in whole tokens, as an exact decimal string. */
  quantity: string
  iconUrl?: string
  /**
   * Address of the token, or `native` for the network's own coin. Only known for a transaction that
   * this browser sent.
   */
  token?: string
  /**
   * The other party: the sender of an incoming transfer, the recipient of an outgoing one. The
   * token's contract reports this address, so it may be false. Undefined if unknown.
   */
  counterpart?: string
  /** The value in US dollars at the time of the block; undefined if the price is unknown. */
  value?: number
}

/**
 * A transaction and its outcome, from the view of the account. Some values of `status`:
 * - `unseen` and `changed` are only for transactions that this browser sent. `changed`: the wallet
 *   sent another transaction than requested, which is in a block.
 * - `unclear`: the API reports no outcome, or an outcome that the kit does not know.
 */
export type HistoryEntry = {
  /** The API's id, or `<networkId>:<hash>` of a transaction that this browser sent. */
  id: string
  hash: string
  networkId: NetworkId
  operationType: OperationType
  status:
    | 'confirmed'
    | 'failed'
    | 'pending'
    | 'replaced'
    | 'cancelled'
    | 'dropped'
    | 'unseen'
    | 'changed'
    | 'unclear'
  /**
   * The time of the transaction's block, in milliseconds since 1970. Without a block, the time when
   * the transaction was sent, or when the kit gave it up.
   */
  at: number
  sentFrom: string
  /** Undefined if the transaction has no recipient. */
  sentTo?: string
  nonce?: number
  /**
   * The chain's name of the error of a failed transaction. Only known for a transaction that this
   * browser sent.
   */
  reason?: string
  transfers: readonly HistoryTransfer[]
  /**
   * Set if the entry is a purchase of this browser that is under way: the purchase's id. `sentFrom`
   * is then the name of the company.
   */
  order?: string
  /** Hash of the transaction that replaced this one. */
  replacedBy?: string
}
