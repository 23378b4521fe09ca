/** What a site reads in a granted permission, and how it takes a payment. ERC-7710, ERC-7715 */
import {
  BaseError,
  ContractFunctionRevertedError,
  decodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  getAddress,
  hexToBigInt,
  hexToNumber,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
  type Address,
  type Hex,
} from 'viem'

/** DelegationManager 1.3.0, at the same address on all networks. */
export const delegationManager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/** The code of a smart account of the e-mail wallet, and of MetaMask: EIP-7702. */
export const accountCode = '0xef010063c0c19a282a1b52b07dd5a65b58948a07dae32b'

export const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
  'error CannotUseADisabledDelegation()',
  'error EnforcedPause()',
  'error InvalidEOASignature()',
])

/** A permission context: a list of delegations, here of one. */
const contextType = parseAbiParameters([
  'Delegation[] delegations',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])

/** The only conditions that the bakery takes. Other contracts could burn the fee that it pays. */
const enforcers = {
  amount: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB', // ERC20PeriodTransferEnforcer
  time: '0x1046bb45C8d673d4ea75321280DB34899413c069', // TimestampEnforcer
  call: '0xc2b0d624c1c4319760C96503BA27C347F3260f55', // AllowedCalldataEnforcer
  coin: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F', // ValueLteEnforcer
  redeemer: '0xE144b0b2618071B4E56f746313528a669c7E65c5', // RedeemerEnforcer
  nonce: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f', // NonceEnforcer
} as const
const known = new Map<string, keyof typeof enforcers>(
  Object.entries(enforcers).map(([name, address]) => [
    getAddress(address),
    // the keys of the table
    name as keyof typeof enforcers,
  ]),
)

/** A permission to take an amount of a token in each period. Times are in seconds since 1970. */
export type Permission = {
  /** The visitor's account, which pays. */
  account: Address
  /** The account that may take the payments. */
  spender: Address
  token: Address
  /** In base units, for each period. */
  amount: bigint
  /** In seconds. */
  period: number
  start: number
  /** The first second in which it does not count any more. */
  end: number
  /** The only recipient, if the permission names one. */
  payee?: Address
}

/** Reads a permission context. Undefined if it is anything else than such a permission. */
export function readPermission(context: Hex): Permission | undefined {
  try {
    const [[delegation, second]] = decodeAbiParameters(contextType, context)
    if (!delegation || second || BigInt(delegation.authority) !== (1n << 256n) - 1n)
      return undefined
    const terms = new Map<string, Hex>()
    for (const { enforcer, terms: words, args } of delegation.caveats) {
      const name = known.get(getAddress(enforcer))
      if (!name || terms.has(name) || args !== '0x') return undefined
      terms.set(name, words)
    }
    const [amount, time, call] = [terms.get('amount'), terms.get('time'), terms.get('call')]
    if (!amount || size(amount) !== 116 || !time || size(time) !== 32) return undefined
    if (call && (size(call) !== 64 || hexToNumber(slice(call, 0, 32)) !== 4)) return undefined
    return {
      account: delegation.delegator,
      spender: delegation.delegate,
      token: getAddress(slice(amount, 0, 20)),
      amount: hexToBigInt(slice(amount, 20, 52)),
      period: hexToNumber(slice(amount, 52, 84)),
      start: hexToNumber(slice(amount, 84)),
      end: hexToNumber(slice(time, 16)),
      ...(call && { payee: getAddress(slice(call, 44)) }),
    }
  } catch {
    return undefined // not the ABI of a context, or a number that is too large
  }
}

/** The call with which the spender sends a token from the account of a permission. */
export function redemptionOf(
  context: Hex,
  { token, to, amount }: { token: Address; to: Address; amount: bigint },
) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const call = encodePacked(['address', 'uint256', 'bytes'], [token, 0n, data])
  const mode = `0x${'0'.repeat(64)}` as const // one call, which fails as a whole
  return {
    address: delegationManager,
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[context], [mode], [call]],
  } as const
}

/** Why a payment failed. With the first two the permission has ended. */
export const problems = {
  revoked: 'You ended the permission.',
  expired: 'The permission has reached its end.',
  usedUp: 'The amount of this day is used up.',
  noFunds: 'Your account has not enough of the token.',
  paused: 'Permissions are paused on this network.',
  notSmart: 'Your account is no smart account on this network now.',
  unreachable: 'The network does not answer.',
  refused: 'The network refused the payment.',
} as const
export type Problem = keyof typeof problems

/** The reasons of the contracts, as they begin. */
const reasons: readonly (readonly [string, Problem])[] = [
  ['CannotUseADisabledDelegation', 'revoked'],
  ['NonceEnforcer', 'revoked'],
  ['TimestampEnforcer:expired', 'expired'],
  ['ERC20PeriodTransferEnforcer:transfer-amount', 'usedUp'],
  ['EnforcedPause', 'paused'],
]

/** Why the network refused a payment, by the error of viem. */
export function problemOf(error: unknown): Problem {
  const reverted =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(reverted instanceof ContractFunctionRevertedError)) return 'unreachable'
  const text = reverted.data?.errorName === 'Error' ? reverted.reason : reverted.data?.errorName
  const known = reasons.find(([beginning]) => (text ?? reverted.reason)?.startsWith(beginning))
  return known?.[1] ?? 'refused'
}
