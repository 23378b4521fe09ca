/**
 * What happens to a request of Solana. There is no fourth way: nothing is shown as bare fields.
 * `told`: its effect is told in words. `unknown`: the screen says what is not known, shows the raw
 * data, and asks for a tick. `refused`: the site gets an error.
 */
export type SolanaVerdict = 'told' | 'unknown' | 'refused'

/**
 * The verdict on each kind of request. Dangers that are told ask for a tick as well:
 * `describeStep.ts`.
 */
export const solanaVerdicts = {
  // steps of transactions: `decodeInstruction.ts`
  /** A step of a program of the table, exactly as it is written. */
  step: 'told',
  /** The same with bytes behind it, which the network takes. */
  stepWithBytes: 'unknown',
  /** The same with accounts behind it that sign, are written, or may be a hook’s. */
  stepWithAccounts: 'unknown',
  /**
   * The same with accounts behind it that are only named, as Solana Pay does to find a payment
   * again.
   */
  stepWithReferences: 'told',
  /** An account that matters stands in a lookup table. */
  stepLookedUp: 'unknown',
  /** It moves a token without naming it. */
  stepUnnamed: 'unknown',
  /** Every other step, and every other program. */
  otherStep: 'unknown',

  // transactions: `readTransaction.ts`, `proveNetwork.ts`
  /** The network has its block, or its nonce. */
  proved: 'told',
  /** The network does not have it. */
  elsewhere: 'unknown',
  /** The node did not say. */
  unproved: 'unknown',
  /** It can be sent for months. */
  durable: 'unknown',
  /**
   * Of another version than legacy and 0, with bytes behind its end, with a length in another
   * spelling.
   */
  otherForm: 'refused',
  /** It does not ask for the account’s signature. */
  ofOthers: 'refused',

  // messages: `signMessage.ts`, `readOffchainMessage.ts`
  /** A text; of a sign-in, see the approval of messages. */
  text: 'told',
  /** A text in an envelope that this account alone signs. */
  offchain: 'told',
  /** One that others sign, too. */
  cosigned: 'unknown',
  /** An envelope that does not name the account, or of another form. */
  foreignOffchain: 'refused',
  /** 32 bytes, or digits that write such: the hash of anything. */
  hash: 'unknown',
  /** Bytes that are no text. */
  bytes: 'unknown',
  /** What has the form of a transaction. */
  disguised: 'refused',
} as const satisfies Record<string, SolanaVerdict>

/** A kind of request of Solana. */
export type SolanaKind = keyof typeof solanaVerdicts

/** Whether the visitor has to tick that the effect is not known. */
export const isUnknownKind = (kind: SolanaKind): boolean => solanaVerdicts[kind] === 'unknown'
