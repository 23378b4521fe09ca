import type { NetworkId } from '@latchkey/protocol/caip'
import type { OperationType } from '@latchkey/protocol/operationTypes'

/** One movement, as the account sees it. */
export type HistoryTransfer = {
  kind: 'token' | 'nft'
  direction: 'in' | 'out' | 'self'
  /** Symbol of a token, name of an NFT; from strangers, cut. */
  symbol: string
  /** Whole tokens as a decimal string, exact. */
  quantity: string
  iconUrl?: string
  /** The other side, as the token tells it, which may claim anybody: who sent it to the account, or got it. Undefined where nobody says. */
  counterpart?: string
  /** In US dollars when it was mined; undefined where nobody knows. */
  value?: number
}

/** What a transaction was for an account, and how it ended; `replaced`, `cancelled` and `dropped` ones are of this browser. */
export type HistoryEntry = {
  /** Of the API, or `<networkId>:<hash>` of one that this browser sent. */
  id: string
  hash: string
  networkId: NetworkId
  operationType: OperationType
  status: 'confirmed' | 'failed' | 'pending' | 'replaced' | 'cancelled' | 'dropped'
  /** When it was mined, in milliseconds; of one that is in no block, when it was sent or given up. */
  at: number
  sentFrom: string
  /** Undefined where nobody was sent anything. */
  sentTo?: string
  nonce?: number
  transfers: readonly HistoryTransfer[]
  /** Hash of the transaction that took its place. */
  replacedBy?: string
}
