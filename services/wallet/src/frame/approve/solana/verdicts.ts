/**
 * The treatment of a Solana request. There is no fourth one: nothing is shown as bare fields.
 * - `described`: the screen describes its effect in words
 * - `unknown`: the screen says what is not known, shows the raw data, and needs a tick
 * - `refused`: the site gets an error
 */
export type SolanaVerdict = 'described' | 'unknown' | 'refused'

/**
 * The verdict on each kind of request. Described dangers need a tick as well:
 * `describeStep.ts`.
 */
export const solanaVerdicts = {
  // steps of transactions: `decodeInstruction.ts`
  /** An instruction of a known program, exactly in the program's form. */
  step: 'described',
  /** The same with additional bytes, which the network accepts. */
  stepWithBytes: 'unknown',
  /**
   * The same with additional accounts that sign, are writable, or may belong to a transfer hook.
   */
  stepWithAccounts: 'unknown',
  /**
   * The same with additional accounts that are only named, as Solana Pay does to find a payment
   * again.
   */
  stepWithReferences: 'described',
  /** An account that matters is in a lookup table. */
  stepLookedUp: 'unknown',
  /** It moves a token without naming it. */
  stepUnnamed: 'unknown',
  /** Every other instruction and every other program. */
  otherStep: 'unknown',

  // transactions: `readTransaction.ts`, `proveNetwork.ts`
  /** The network has its block, or its nonce. */
  proved: 'described',
  /** The network does not have it. */
  elsewhere: 'unknown',
  /** The node did not answer. */
  unproved: 'unknown',
  /** It stays valid for months. */
  durable: 'unknown',
  /**
   * Another version than legacy and 0, additional bytes at the end, or a non-canonical length.
   */
  otherForm: 'refused',
  /** It does not need the account’s signature. */
  ofOthers: 'refused',

  // messages: `signMessage.ts`, `readOffchainMessage.ts`
  /** A text. Sign-ins have their verdicts with the messages of all chains. */
  text: 'described',
  /** A text in an envelope that only this account signs. */
  offchain: 'described',
  /** A text that other accounts sign, too. */
  cosigned: 'unknown',
  /** An envelope that does not name the account, or one of another form. */
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

/** Whether the visitor has to tick a box: the effect is not known. */
export const isUnknownKind = (kind: SolanaKind): boolean => solanaVerdicts[kind] === 'unknown'
