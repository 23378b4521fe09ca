/**
 * The treatment of a Bitcoin request. No request is shown as bare fields alone.
 * - `described`: the screen describes its effect in words
 * - `risky`: the screen describes it, and needs a tick
 * - `refused`: the site gets an error
 */
export type BitcoinVerdict = 'described' | 'risky' | 'refused'

/** The verdict on each kind of request, and on each part of a transaction. */
export const bitcoinVerdicts = {
  // outputs: `describePsbt.ts`
  /** A payment to an address of the network. */
  payment: 'described',
  /** An output whose script is one of the account's own, computed from its keys. */
  own: 'described',
  /** Data without an amount. */
  data: 'described',
  /** Data with an amount, which no key can spend. */
  burn: 'risky',
  /** A script without an address. */
  script: 'risky',

  // inputs: `readPsbt.ts`, `proveCoins.ts`
  /** A coin of the address for payments. */
  paymentCoin: 'described',
  /** A coin of the address for numbered coins. */
  ordinalsCoin: 'risky',
  /** A coin of another account. The screen says what leaves this account. */
  foreignCoin: 'described',
  /**
   * A coin that neither the PSBT nor the network proves, where the signature does not commit to it:
   * then neither the fee nor whose coin it is would be known.
   */
  claimedCoin: 'refused',
  /** An amount that contradicts the network. */
  wrongCoin: 'refused',
  /** An input to sign that is another account's. */
  inputOfOthers: 'refused',
  /** A sighash type that leaves inputs or outputs open: NONE, SINGLE, ANYONECANPAY. */
  openSighash: 'refused',
  /** A script path of Taproot, a redeem script or a witness script for an own input. */
  scriptPath: 'refused',
  /** An own input that has signatures already. */
  signedInput: 'refused',
  /** No own input to sign. */
  nothingToSign: 'refused',

  // transactions
  /** A fee out of proportion (`isLargeFee.ts`). */
  largeFee: 'risky',
  /** Outputs above the inputs, or above all bitcoins. */
  impossible: 'refused',
  /** A PSBT of another version than 0, or with other bytes. BIP-370 */
  otherForm: 'refused',
} as const satisfies Record<string, BitcoinVerdict>

/** A kind of Bitcoin request or of its parts. */
export type BitcoinKind = keyof typeof bitcoinVerdicts

/** Whether the visitor has to tick a box. */
export const isRiskyKind = (kind: BitcoinKind): boolean => bitcoinVerdicts[kind] === 'risky'
