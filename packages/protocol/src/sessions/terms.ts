/** What a session allows, as the contracts enforce it. All amounts are in base units. */
import type { Hex } from '../evmSignature/hex.ts'

/** An amount that a site may take. Without a token it is the native currency. */
export type Spending = {
  token?: Hex
  /** The second, since 1970, from which it counts. */
  startTime: number
} & (
  | { kind: 'allowance'; amount: bigint }
  /** What is left at the end of a period lapses. `period` is in seconds. */
  | { kind: 'periodic'; amount: bigint; period: number }
  /** At first `initialAmount`, then more with each second, up to `maxAmount` in all. */
  | { kind: 'stream'; initialAmount: bigint; amountPerSecond: bigint; maxAmount: bigint }
)

/** A word of the call data that has to have one value. `index` counts the arguments from 0. */
export type FixedArgument = { index: number; value: Hex }

/** Functions of contracts that a site may call. */
export type Calls = {
  kind: 'calls'
  targets: readonly Hex[]
  /** Each of four bytes. */
  selectors: readonly Hex[]
  /** The most native currency of one call, in wei. */
  maxValue: bigint
  fixed: readonly FixedArgument[]
}

/** The terms of a session, all of which the chain enforces. */
export type SessionTerms = {
  what: Spending | Calls
  /** The only recipients. For a token at most one. Only with a spending. */
  payees?: readonly Hex[]
  /** The most uses. */
  maxUses?: bigint
  /** The second, since 1970, at which the session has ended. */
  expiry: number
  /** The accounts that may use the session. Our wallet always names one. */
  redeemers: readonly Hex[]
  /** The account's number in NonceEnforcer when it was granted. */
  nonce: bigint
}

/** The largest number of a word, which stands for "without a limit". */
export const maxUint256 = (1n << 256n) - 1n
