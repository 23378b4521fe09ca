import type { Kit } from 'latchkey'
import type { TaskControls } from '../useTask.ts'

/** A token for tips. Without an `address` it is the chain's native currency. */
export type TipToken = {
  id: string
  symbol: string
  decimals: number
  address?: string
  price?: number
  /** How much the visitor has, in whole tokens. */
  quantity?: string
}

/**
 * A tip that is in a block; `place` names the block. `fee` is in whole units of the native
 * currency, whose symbol is `symbol`; undefined where it could not be read.
 */
export type Receipt = {
  hash: string
  place: string
  isDone: boolean
  fee: string | undefined
  symbol: string
}

/** A tip to send. `amount` is in the token's smallest unit. */
export type Tip = { token: TipToken; to: string; amount: bigint }

/** How tips are sent on a chain. */
export type Tips = {
  /** A CAIP-2 id. */
  networkId: string
  /** The chain's native currency. */
  coin: TipToken
  /** Whether tips can be in other tokens, too. */
  hasTokens: boolean
  /**
   * The account that receives the tips. It belongs to the well-known development mnemonic, so no
   * tip is ever lost.
   */
  bakers: string
  isAddress(text: string): boolean
  /** Whether the bakery pays the fee of an account's tips. Absent on chains where it never does. */
  isSponsored?(kit: Kit, account: string): Promise<boolean>
  /**
   * Sends a tip and waits until it is in a block. The transaction may have failed there: see
   * `isDone`. @throws KitError, and errors of the chain's library
   */
  send(kit: Kit, tip: Tip, controls: TaskControls): Promise<Receipt>
}
