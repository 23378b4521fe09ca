import type { NetworkId } from '@latchkey/protocol/caip'
import type { OperationType } from '@latchkey/protocol/operationTypes'

/** One movement, from the account's point of view. */
export type HistoryTransfer = {
  kind: 'token' | 'nft'
  direction: 'in' | 'out' | 'self'
  /** Symbol of a token, name of an NFT; untrusted, cut. */
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
   * The address on the other side: the sender to the account, or the recipient. It is the token's
   * own claim, so it may be any address. Undefined if unknown.
   */
  counterpart?: string
  /** In US dollars when it was mined; undefined if the price is unknown. */
  value?: number
}

/**
 * A transaction from the account's point of view, and how it ended. Only transactions of this
 * browser can be `unseen`, or `changed`: in a block, but the wallet sent another one than it was
 * asked to. `unclear`: the API does not say how it ended, or by a word that the kit does not know.
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
  /** When it was mined, in milliseconds; if it is in no block, when it was sent or given up. */
  at: number
  sentFrom: string
  /** Undefined if the transaction has no recipient. */
  sentTo?: string
  nonce?: number
  transfers: readonly HistoryTransfer[]
  /**
   * Id of the purchase of this browser that it is, while that is under way: `sentFrom` is then the
   * name of the company.
   */
  order?: string
  /** Hash of the transaction that replaced it. */
  replacedBy?: string
}
