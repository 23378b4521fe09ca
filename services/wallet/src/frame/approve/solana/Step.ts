import type { AccountUse } from '../../rpc/solana/readTransaction.ts'

/** An account in base58; undefined where only a lookup table contains it. */
export type Account = string | undefined

/** A right over an account or a token. An instruction can transfer the right. */
export type Right =
  | 'owner'
  | 'close'
  | 'mint'
  | 'freeze'
  | 'takeAll'
  | 'stake'
  | 'withdraw'
  | 'nonce'
  | 'vote'
  | 'code'
  | 'setting'

/**
 * The effect of an instruction, as far as its bytes show. Amounts are lamports, or smallest
 * units of a token.
 */
export type Step =
  | { kind: 'transfer'; from: Account; to: Account; amount: bigint }
  /**
   * - `mint` null: the instruction names no token
   * - `decimals` undefined: the instruction does not contain them
   * - `fee`: the part of the amount that the token keeps as its fee
   */
  | {
      kind: 'token'
      mint: Account | null
      from: Account
      to: Account
      amount: bigint
      decimals: number | undefined
      fee?: bigint
    }
  /** Another account may take up to this amount of a token account. */
  | {
      kind: 'allow'
      account: Account
      spender: Account
      amount: bigint
      decimals: number | undefined
    }
  | { kind: 'disallow'; account: Account }
  /** `to` null: no account has the right any more. */
  | { kind: 'right'; right: Right; over: Account; to: Account | null }
  /** A program becomes the owner of the account and controls everything in it. */
  | { kind: 'assign'; account: Account; program: Account }
  | { kind: 'allocate'; account: Account }
  | { kind: 'create'; from: Account; account: Account; program: Account; amount: bigint }
  /**
   * A withdrawal from a program's account: a nonce, a stake, a validator's account, wrapped SOL.
   */
  | { kind: 'withdraw'; from: Account; to: Account; amount: bigint }
  | { kind: 'close'; what: 'token' | 'other'; account: Account; to: Account }
  | { kind: 'burn'; account: Account; mint: Account; amount: bigint; decimals: number | undefined }
  | { kind: 'mint'; mint: Account; to: Account; amount: bigint; decimals: number | undefined }
  /**
   * A token account is created for its owner. `isPlain`: at the owner's Associated Token Account
   * address for the token, with the usual deposit.
   */
  | { kind: 'open'; account: Account; owner: Account; mint: Account; isPlain: boolean }
  | { kind: 'freeze' | 'thaw'; account: Account }
  | { kind: 'newToken'; mint: Account; minter: Account; freezer: Account | null }
  /** Tokens leave a token account that is owned by another token account. */
  | { kind: 'nested'; from: Account; to: Account; mint: Account }
  | { kind: 'sync'; account: Account }
  | { kind: 'memo'; text: string }
  /** The limit or price of computation. `priorityFeeOf` computes the cost. */
  | { kind: 'budget' }
  | { kind: 'advance'; account: Account }
  /** An account is initialised. `holders` control it and its contents. */
  | { kind: 'setup'; account: Account; holders: readonly Account[] }
  | { kind: 'stake'; stake: Account; validator: Account }
  | { kind: 'unstake'; stake: Account }
  | { kind: 'split' | 'moveStake'; from: Account; to: Account; amount: bigint }
  | { kind: 'merge'; from: Account; to: Account }
  | { kind: 'lock'; stake: Account; holder: Account | null }
  | { kind: 'code'; program: Account; buffer: Account }
  | { kind: 'table'; table: Account }
  /** Signatures of other messages are verified. The transaction fails if one of them is wrong. */
  | { kind: 'checks'; count: number }
  | { kind: 'unknown'; program: Account; bytes: number }

/** The known steps: every kind except `unknown`. */
export type KnownStep = Exclude<Step, { kind: 'unknown' }>

/** A step, and the additional bytes and accounts of its instruction, which the network accepts. */
export type ReadStep = {
  step: Step
  extraBytes: number
  extraAccounts: readonly AccountUse[]
  /** The instruction's accounts and data, as in the transaction. */
  raw: { accounts: readonly AccountUse[]; data: Uint8Array }
}
