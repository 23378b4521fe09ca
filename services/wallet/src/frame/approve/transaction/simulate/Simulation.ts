import type { Address, Effect } from '../../decode/Effect.ts'

/** What an account has more or less of. Smallest units, wei. */
export type Change =
  | { kind: 'currency'; amount: bigint }
  /** By the token's own count before and after. ERC-20 */
  | { kind: 'token'; token: Address; amount: bigint }
  /** A piece of a collection, as its contract reports the move. ERC-721, ERC-1155 */
  | { kind: 'piece'; token: Address; id: bigint; amount: bigint }

/** A right to take something of the account's. */
export type Grant = Extract<Effect, { kind: 'allow' | 'allowAll' }>

/** One call as it ran in advance. */
export type SimulatedCall = { gas: bigint } & (
  | { isFine: true }
  | { isFine: false; reason?: string }
)

/** Calls that a node ran one after the other, without sending them. */
export type Simulation = {
  calls: readonly SimulatedCall[]
  /** What others may take from now on, as the contracts report it. */
  grants: readonly Grant[]
  /**
   * Of the account, by all calls together; without the fee. Absent where they could not be counted.
   */
  changes?: readonly Change[]
}
