import type { Address, Effect } from '../../decode/Effect.ts'

/** An asset that an account gains or loses. Its amount is in the smallest unit, such as wei. */
export type Change =
  | { kind: 'currency'; amount: bigint }
  /** The difference between the token's `balanceOf` before and after. ERC-20 */
  | { kind: 'token'; token: Address; amount: bigint }
  /** A piece of a collection, as its contract reports the move. ERC-721, ERC-1155 */
  | { kind: 'piece'; token: Address; id: bigint; amount: bigint }

/** A right to take some of the account's assets. */
export type Grant = Extract<Effect, { kind: 'allow' | 'allowAll' }>

/** The result of one simulated call. */
export type SimulatedCall = { gas: bigint } & (
  | { isFine: true }
  | { isFine: false; reason?: string }
)

/** The result of calls that a node simulated one after the other. */
export type Simulation = {
  calls: readonly SimulatedCall[]
  /** New rights of other accounts, as the contracts report them. */
  grants: readonly Grant[]
  /**
   * The changes of the account by all calls together, without the fee. Absent where the changes
   * could not be counted.
   */
  changes?: readonly Change[]
}
