import type { NetworkId } from '@latchkey/protocol/caip'
import type { OperationType } from '@latchkey/protocol/operationTypes'

/** One transfer, as the account sees it. */
export type HistoryTransfer = {
  kind: 'token' | 'nft'
  direction: 'in' | 'out' | 'self'
  /** Symbol of a token, or name of an NFT; untrusted, shortened. */
  symbol: string
  /** Whole tokens as a decimal string, exact. */
  quantity: string
  iconUrl?: string
  /**
   * Address of the token, or `native` for the network's own coin, in a transaction that this
   * browser sent; undefined if it is not known.
   */
  token?: string
  /**
   * The address on the other side: the sender to the account, or the recipient. The token's
   * contract claims it, so it may be any address. Undefined if unknown.
   */
  counterpart?: string
  /** In US dollars at the time of the block; undefined if the price is unknown. */
  value?: number
}

/**
 * A transaction as the account sees it, and its outcome.
 * - `unseen`, `changed`: only of this browser. `changed`: the wallet sent another transaction than
 *   requested, and it is in a block.
 * - `unclear`: the API gives no outcome, or one that the kit does not know.
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
   * The time of its block, in milliseconds. Without a block: the time when it was sent or given up.
   */
  at: number
  sentFrom: string
  /** Undefined if the transaction has no recipient. */
  sentTo?: string
  nonce?: number
  transfers: readonly HistoryTransfer[]
  /**
   * The id of the purchase of this browser, while the entry is a purchase under way. `sentFrom` is
   * then the name of the company.
   */
  order?: string
  /** Hash of the transaction that replaced it. */
  replacedBy?: string
}
