import type { AccountUse } from '../../rpc/solana/readTransaction.ts'

/** An account in base58; undefined where a lookup table has it. */
export type Account = string | undefined

/** A right over an account or a token that can be handed over. */
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
 * What a step of a transaction does, as far as its bytes tell. Lamports, and smallest units of a
 * token.
 */
export type Step =
  | { kind: 'transfer'; from: Account; to: Account; amount: bigint }
  /**
   * `mint` null: the step names no token. `decimals`: undefined where it does not say. `fee`: what
   * of it the token keeps.
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
  /** Another may take so much of a token account from now on. */
  | {
      kind: 'allow'
      account: Account
      spender: Account
      amount: bigint
      decimals: number | undefined
    }
  | { kind: 'disallow'; account: Account }
  /** `to` null: nobody has the right from then on. */
  | { kind: 'right'; right: Right; over: Account; to: Account | null }
  /** A program gets the account, and decides about all that is in it. */
  | { kind: 'assign'; account: Account; program: Account }
  | { kind: 'allocate'; account: Account }
  | { kind: 'create'; from: Account; account: Account; program: Account; amount: bigint }
  /** Out of an account of a program: a nonce, a stake, a validator's, wrapped SOL. */
  | { kind: 'withdraw'; from: Account; to: Account; amount: bigint }
  | { kind: 'close'; what: 'token' | 'other'; account: Account; to: Account }
  | { kind: 'burn'; account: Account; mint: Account; amount: bigint; decimals: number | undefined }
  | { kind: 'mint'; mint: Account; to: Account; amount: bigint; decimals: number | undefined }
  /**
   * A token account is made for its owner. `isPlain`: at the one address that the owner has for the
   * token, for the usual deposit.
   */
  | { kind: 'open'; account: Account; owner: Account; mint: Account; isPlain: boolean }
  | { kind: 'freeze' | 'thaw'; account: Account }
  | { kind: 'newToken'; mint: Account; minter: Account; freezer: Account | null }
  /** Tokens move out of a token account that belongs to a token account. */
  | { kind: 'nested'; from: Account; to: Account; mint: Account }
  | { kind: 'sync'; account: Account }
  | { kind: 'memo'; text: string }
  /** How much computation may be done, or cost; `priorityFeeOf` tells what it costs. */
  | { kind: 'budget' }
  | { kind: 'advance'; account: Account }
  /** An account is made ready, and these may decide about it and what is in it. */
  | { kind: 'setup'; account: Account; holders: readonly Account[] }
  | { kind: 'stake'; stake: Account; validator: Account }
  | { kind: 'unstake'; stake: Account }
  | { kind: 'split' | 'moveStake'; from: Account; to: Account; amount: bigint }
  | { kind: 'merge'; from: Account; to: Account }
  | { kind: 'lock'; stake: Account; holder: Account | null }
  | { kind: 'code'; program: Account; buffer: Account }
  | { kind: 'table'; table: Account }
  /** Signatures of other messages are checked; the transaction fails where they are wrong. */
  | { kind: 'checks'; count: number }
  | { kind: 'unknown'; program: Account; bytes: number }

/** Steps that are known: those of the table of programs. */
export type KnownStep = Exclude<Step, { kind: 'unknown' }>

/**
 * A step, and what stands in the transaction behind what it needs: bytes that the network takes all
 * the same, and accounts.
 */
export type ReadStep = {
  step: Step
  extraBytes: number
  extraAccounts: readonly AccountUse[] /** As it stands in the transaction. */
  raw: { accounts: readonly AccountUse[]; data: Uint8Array }
}
