/**
 * The treatment of a Solana request. No request is shown as bare fields alone.
 * - `described`: the screen describes its effect in words
 * - `unknown`: the screen says what is not known, shows the raw data, and needs a tick
 * - `refused`: the site gets an error
 */
export type SolanaVerdict = 'described' | 'unknown' | 'refused'

/**
 * The verdict on each kind of request. A described effect that is dangerous needs a tick as well;
 * `describeStep.ts` decides that.
 */
export const solanaVerdicts = {
  // steps of transactions: `decodeInstruction.ts`
  /** An instruction of a known program, exactly in the program's form. */
  step: 'described',
  /** A known instruction with additional bytes, which the network accepts. */
  stepWithBytes: 'unknown',
  /**
   * A known instruction with additional accounts that sign, are writable, or may belong to a
   * transfer hook.
   */
  stepWithAccounts: 'unknown',
  /**
   * A known instruction with additional accounts that are only named, as Solana Pay does to find a
   * payment again.
   */
  stepWithReferences: 'described',
  /** A step with an account that is only in a lookup table. */
  stepLookedUp: 'unknown',
  /** A step that moves a token without naming the token. */
  stepUnnamed: 'unknown',
  /** Every other instruction and every other program. */
  otherStep: 'unknown',

  // transactions: `readTransaction.ts`, `proveNetwork.ts`
  /** The network knows the transaction's block, or its nonce. */
  proved: 'described',
  /** The network knows neither the transaction's block nor its nonce. */
  elsewhere: 'unknown',
  /** The node did not answer about the transaction. */
  unproved: 'unknown',
  /** A transaction with a durable nonce, which stays valid for months. */
  durable: 'unknown',
  /**
   * A transaction of another version than legacy and 0, with additional bytes at the end, or with a
   * non-canonical length.
   */
  otherForm: 'refused',
  /** A transaction that does not need the account’s signature. */
  ofOthers: 'refused',

  // messages: `signMessage.ts`, `readOffchainMessage.ts`
  /** A text. Sign-ins have their verdicts in `approve/verdicts.ts`. */
  text: 'described',
  /** A text in an envelope that only this account signs. */
  offchain: 'described',
  /** A text that other accounts sign, too. */
  cosigned: 'unknown',
  /** An envelope that does not name the account, or an envelope of another form. */
  foreignOffchain: 'refused',
  /** 32 bytes, or digits that encode them: possibly the hash of anything. */
  hash: 'unknown',
  /** Bytes that are not text. */
  bytes: 'unknown',
  /** A message with the form of a transaction. */
  disguised: 'refused',
} as const satisfies Record<string, SolanaVerdict>

/** A kind of Solana request. */
export type SolanaKind = keyof typeof solanaVerdicts

/** Whether the visitor has to tick a box, because the effect is not known. */
export const isUnknownKind = (kind: SolanaKind): boolean => solanaVerdicts[kind] === 'unknown'
