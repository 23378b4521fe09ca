import type { Kit } from 'latchkey'
import type { TaskControls } from '../useTask.ts'

/** A token for tips; without an `address` it is the chain's own currency. */
export type TipToken = {
  id: string
  symbol: string
  decimals: number
  address?: string
  price?: number
}

/**
 * A tip that is in a block; `place` names the block. `fee` is in whole units of the chain's
 * currency `symbol`.
 */
export type Receipt = { hash: string; place: string; isDone: boolean; fee: string; symbol: string }

/** `amount` in the smallest unit of the token. */
export type Tip = { token: TipToken; to: string; amount: bigint }

/** How a chain takes tips. */
export type Tips = {
  /** CAIP-2 */
  networkId: string
  /** The chain's own currency. */
  coin: TipToken
  /** Whether tips may be in other tokens. */
  hasTokens: boolean
  /** The bakers' account: one of the well-known development mnemonic, so nothing is ever lost. */
  bakers: string
  isAddress(text: string): boolean
  /**
   * Sends a tip and waits until it is in a block. The transaction may still have failed, see
   * `isDone`. @throws KitError, and errors of the chain's library
   */
  send(kit: Kit, tip: Tip, controls: TaskControls): Promise<Receipt>
}
