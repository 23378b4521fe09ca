/**
 * The treatment of a Polkadot request. No request is shown as bare fields alone.
 * - `described`: the screen describes its effect in words
 * - `risky`: the screen describes it, or says that it is not known, and needs a tick
 * - `refused`: the site gets an error
 */
export type PolkadotVerdict = 'described' | 'risky' | 'refused'

/** The verdict on each kind of request, and on each part of a transaction. */
export const polkadotVerdicts = {
  // calls: `readEffects.ts`
  /** A payment in the network's coin, of a fixed amount to one account. */
  transfer: 'described',
  /** A payment of everything, whatever it is by then. */
  everything: 'risky',
  /** A payment in a token of the pallet Assets. */
  token: 'described',
  /** A right to take tokens. */
  allow: 'risky',
  /** Data without an effect. */
  note: 'described',
  /** Coins that are locked for staking, and stay the account's own. */
  stake: 'described',
  /** A right over the account or over what it has. */
  rights: 'risky',
  /** A call in the name of another account. */
  inOtherName: 'risky',
  /** A call of the network's administration. */
  administration: 'risky',
  /** Every other call; a list with too many calls; a known call of another form. */
  otherCall: 'risky',
  /** Bytes that are no call of the runtime, or that can't be read here. */
  unreadable: 'risky',

  // transactions: `readPayload.ts`, `prepareTransaction.ts`, `describeTransaction.ts`
  /** Metadata that only the node vouches for: the call is shown as unknown. */
  unprovedMetadata: 'risky',
  /** Metadata without the hash that every runtime of a known network checks. */
  foreignMetadata: 'refused',
  /** A hash of metadata that is not that of the metadata by which the call is shown. */
  otherMetadataHash: 'refused',
  /** A transaction that stays valid for ever. */
  immortal: 'risky',
  /** A payment after which too little stays for the account. */
  closing: 'risky',
  /** A tip or a fee out of proportion. */
  largeFee: 'risky',
  /** The node does not say what it costs. */
  unknownFee: 'risky',
  /** A fee in another token than the network's coin. */
  otherFeeToken: 'refused',
  /** A part of transactions with a content that is unknown here. */
  unknownPart: 'refused',
  /** Parts that are missing, that are there twice, or that have another order. */
  otherOrder: 'refused',
  /** Another version of the runtime, or another version of transactions than 4. */
  otherVersion: 'refused',
  /** Another account, or another network. */
  ofOthers: 'refused',
} as const satisfies Record<string, PolkadotVerdict>

/** A kind of Polkadot request or of its parts. */
export type PolkadotKind = keyof typeof polkadotVerdicts

/** Whether the visitor has to tick a box. */
export const isRiskyKind = (kind: PolkadotKind): boolean => polkadotVerdicts[kind] === 'risky'
