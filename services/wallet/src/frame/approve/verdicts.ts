/**
 * What happens to a request. There is no fourth way: nothing is shown as bare fields. `told`: its
 * effect is told in words. `unknown`: the screen says that the effect is not known, shows the raw
 * data, and asks for a tick. `refused`: the site gets an error.
 */
export type Verdict = 'told' | 'unknown' | 'refused'

/**
 * The verdict on each kind of request. This table decides; what recognises a kind is
 * `message/kindOfMessage.ts`, `typedData/kindOfTypedData.ts` and `decode/knownCalls.ts`.
 */
export const verdicts = {
  // messages: personal_sign
  /** Text that a person can read. */
  text: 'told',
  /** A sign-in by the grammar of EIP-4361; what is wrong with it is told beside it. */
  signIn: 'told',
  /** Reads like a sign-in, and is none. */
  nearSignIn: 'unknown',
  /**
   * 32 bytes, as bytes or as hex digits: the hash of a Safe’s transaction, of an order, of
   * anything.
   */
  hash: 'unknown',
  /** Bytes that are no text, or what another signature is made of: EIP-191, EIP-712, RLP. */
  bytes: 'unknown',

  // typed data: eth_signTypedData_v3, eth_signTypedData_v4
  /**
   * A right to take tokens or pieces. ERC-2612, DAI, ERC-4494, Permit2, `PermitForAll` of Uniswap
   * v4
   */
  permit: 'told',
  /**
   * The same with conditions of the site, Permit2's witness: what is given is told, but for what,
   * and who gets it, stands in them alone.
   */
  conditionalPermit: 'unknown',
  /** A payment that another may carry out. ERC-3009 */
  payment: 'told',
  /** An order of an exchange. Seaport, CoW, 0x, 1inch, UniswapX where its contract is known */
  order: 'told',
  /** A call that another may make in the account’s name. EIP-2771, meta transactions, Gelato, 0x */
  metaCall: 'told',
  /** A transaction of a Safe of which the account is an owner. */
  safeTransaction: 'told',
  /** Votes, or the run of what the account has at a contract. ERC-5805, Comet, Morpho */
  agent: 'told',
  /** Ends what was signed before. */
  cancellation: 'told',
  /**
   * One value of bytes in a struct: a hash for a contract account (ERC-1271), whose content nobody
   * can read.
   */
  wrappedHash: 'unknown',
  /**
   * Everything else, also a known name with other members, and known members under another name.
   */
  otherData: 'unknown',
  /**
   * One of the kinds above that are told, whose domain names no contract: nobody can say where it
   * counts.
   */
  placelessData: 'refused',
  /**
   * Whoever has it can do everything with an account that is a smart account too. ERC-7710,
   * MetaMask’s DelegationManager
   */
  delegation: 'refused',
  /** For the account itself as a contract. EIP-7702, ERC-7579, ERC-7739 */
  ownDomain: 'refused',
  /** An operation of a smart account. ERC-4337 */
  userOperation: 'refused',
  /**
   * Lists of values whose limits are not signed, so that two contents have one signature.
   * eth_signTypedData, version 1
   */
  firstTypedData: 'refused',

  // transactions: eth_sendTransaction, wallet_sendCalls
  /** A call whose data is exactly that of a known function. */
  knownCall: 'told',
  /**
   * Every other call, also one whose function has a well-known name, and also where a test run saw
   * nothing leave: a contract can tell a test run from a block.
   */
  otherCall: 'unknown',
  /** A new contract. */
  creation: 'unknown',
} as const satisfies Record<string, Verdict>

/** A kind of request. */
export type RequestKind = keyof typeof verdicts

/** Whether the site gets an error. */
export const isRefused = (kind: RequestKind): boolean => verdicts[kind] === 'refused'

/** Whether the visitor has to tick that nobody can tell what the request does. */
export const isUnknown = (kind: RequestKind): boolean => verdicts[kind] === 'unknown'
