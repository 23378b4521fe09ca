/**
 * The treatment of a request. No request is shown as bare fields alone.
 * - `described`: the screen describes its effect in words
 * - `unknown`: the screen says that the effect is not known, shows the raw data, and needs a tick
 * - `refused`: the site gets an error
 */
export type Verdict = 'described' | 'unknown' | 'refused'

/**
 * The verdict on each kind of request. `message/kindOfMessage.ts`, `typedData/kindOfTypedData.ts`
 * and `transaction/risksOf.ts` recognise the kinds.
 */
export const verdicts = {
  // messages: personal_sign
  /** Text that a person can read. */
  text: 'described',
  /** A sign-in by the grammar of EIP-4361, with a warning if it has a fault. */
  signIn: 'described',
  /** Looks like a sign-in, but is not one. */
  nearSignIn: 'unknown',
  /**
   * 32 bytes, or 32 or more bytes as hex digits: the hash of a Safe’s transaction, of an order, of
   * anything.
   */
  hash: 'unknown',
  /**
   * Bytes that are not text, or the data of another kind of signature: EIP-191, EIP-712, RLP.
   */
  bytes: 'unknown',

  // typed data: eth_signTypedData_v3, eth_signTypedData_v4
  /**
   * A right to take tokens or pieces. ERC-2612, DAI, ERC-4494, Permit2, `PermitForAll` of Uniswap
   * v4
   */
  permit: 'described',
  /**
   * A permit with conditions of the site, Permit2's witness. The given assets are known, but only
   * the conditions say what is given for them, and who receives them.
   */
  conditionalPermit: 'unknown',
  /** A payment that another account may carry out. ERC-3009 */
  payment: 'described',
  /** An order of an exchange. Seaport, CoW, 0x, 1inch, UniswapX where its contract is known */
  order: 'described',
  /**
   * A call that another account may make in the account’s name. EIP-2771, meta transactions,
   * Gelato, 0x
   */
  metaCall: 'described',
  /** A transaction of a Safe of which the account is an owner. */
  safeTransaction: 'described',
  /**
   * A right to vote, or to control the account's assets at a contract. ERC-5805, Comet, Morpho
   */
  agent: 'described',
  /** Ends an earlier signature. */
  cancellation: 'described',
  /**
   * A struct with nothing but bytes: a hash for a contract account (ERC-1271), whose content is
   * not readable.
   */
  wrappedHash: 'unknown',
  /**
   * Everything else. That includes a known name with other members, and known members under
   * another name.
   */
  otherData: 'unknown',
  /**
   * A described kind whose domain names no contract, so that it is not known where it is valid.
   */
  placelessData: 'refused',
  /**
   * A right whose holder can do everything with an account that is also a smart account. ERC-7710,
   * MetaMask’s DelegationManager
   */
  delegation: 'refused',
  /** Data for the account itself as a contract. EIP-7702, ERC-7579, ERC-7739 */
  ownDomain: 'refused',
  /** An operation of a smart account. ERC-4337 */
  userOperation: 'refused',
  /**
   * Lists of values whose boundaries are not signed, so that two contents have the same
   * signature. eth_signTypedData, version 1
   */
  firstTypedData: 'refused',

  // transactions: eth_sendTransaction, wallet_sendCalls
  /** A call whose data is exactly that of a known function. */
  knownCall: 'described',
  /**
   * Every other call. That includes a function of which only the name is known, and a call in whose
   * simulation nothing leaves the account: a contract can distinguish a simulation from a block.
   */
  otherCall: 'unknown',
  /** A new contract. */
  creation: 'unknown',
} as const satisfies Record<string, Verdict>

/** A kind of request. */
export type RequestKind = keyof typeof verdicts

/** Whether the site gets an error. */
export const isRefused = (kind: RequestKind): boolean => verdicts[kind] === 'refused'

/** Whether the visitor has to tick a box, because the effect is not known. */
export const isUnknown = (kind: RequestKind): boolean => verdicts[kind] === 'unknown'
