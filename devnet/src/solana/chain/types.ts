/**
 * How final a slot is. The newest slot is `processed`; a `finalized` slot can't change any more.
 */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** An account of the chain. Every existing account has lamports. */
export type Account = {
  lamports: bigint
  /** Address of the program that may change the account, base58. */
  owner: string
  executable: boolean
  data: Uint8Array
}

/**
 * A value that `toJson` writes. A `bigint` becomes a number with all its digits, as validators
 * write u64.
 */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json }

/**
 * The JSON form of a transaction's error, as validators write it: `"BlockhashNotFound"`,
 * `{"InstructionError":[0,{"Custom":1}]}`.
 */
export type TransactionError = string | { readonly [name: string]: Json }

/** An amount of a token with its decimals, in the form in which validators answer. */
export type UiAmount = {
  amount: string
  decimals: number
  uiAmount: number | null
  uiAmountString: string
}

/**
 * The balance of a token account before or after a transaction. `accountIndex` is the index of its
 * address in the transaction.
 */
export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: UiAmount
}

/** An instruction that a program has called during its execution. `data` is base58. */
export type InnerInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: string
  stackHeight: number
}

/**
 * The result of an executed transaction. It is also stored in this form as JSON, so lamports are
 * decimal strings.
 */
export type Outcome = {
  err: TransactionError | null
  fee: string
  preBalances: readonly string[]
  postBalances: readonly string[]
  preTokenBalances: readonly TokenBalance[]
  postTokenBalances: readonly TokenBalance[]
  inner: readonly { index: number; instructions: readonly InnerInstruction[] }[]
  logs: readonly string[]
  units: number
  /** Addresses from lookup tables. */
  loaded: { writable: readonly string[]; readonly: readonly string[] }
  returned: { programId: string; data: readonly [string, 'base64'] } | null
}

/** An executed transaction. */
export type ExecutedTransaction = Outcome & {
  /** The first signature, base58. */
  signature: string
  slot: number
  /** Seconds since 1970. */
  time: number
  /** The hash of the transaction's block; `parent` is the hash of the previous block. */
  blockhash: string
  parent: string
  /** The signed transaction, base64. */
  raw: string
}
