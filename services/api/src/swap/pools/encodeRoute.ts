import { concat, encodeFunctionData, numberToHex, parseAbi, type Hex } from 'viem'
import type { Address } from '../swapProvider.ts'
import type { Leg } from './pathsBetween.ts'

const routerAbi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMin)) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountOutMin, address recipient) payable',
  'function sweepToken(address token, uint256 amountOutMin, address recipient) payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
])

/**
 * Values that mean something else to the router: the sender, the router itself, and its whole
 * balance of a token.
 */
const sender = '0x0000000000000000000000000000000000000001'
const router = '0x0000000000000000000000000000000000000002'
const everything = 0n

/** The arguments of EIP-2612's `permit`, except owner and spender. */
export type Permit = { value: bigint; deadline: bigint; v: number; r: Hex; s: Hex }

/** What the router's transaction has to do. */
export type RouteCall = {
  legs: readonly Leg[]
  user: Address
  token: { from: Address; to: Address }
  /** Whether the user gets the native coin. */
  isNativeOut: boolean
  /** The minimum that the user has to get. */
  minOut: bigint
  permit?: Permit | undefined
  /** Until when the transaction may be mined, in seconds since 1970. */
  deadline: bigint
}

/**
 * The data of one transaction of SwapRouter02 that swaps all legs. It fails if the user would get
 * less than `minOut`. A single leg pays the user directly, and its last step checks the minimum.
 * Otherwise, and for the native coin, the router first collects the amounts, and then checks their
 * sum.
 */
export function encodeRoute({
  legs,
  user,
  token,
  isNativeOut,
  minOut,
  permit,
  deadline,
}: RouteCall): Hex {
  const isCollected = isNativeOut || legs.length > 1
  const calls = legs.flatMap((leg) =>
    encodeLeg(leg, isCollected ? { to: router, minOut: 0n } : { to: sender, minOut: minOut }),
  )
  if (permit)
    calls.unshift(
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'selfPermitIfNecessary',
        args: [token.from, permit.value, permit.deadline, permit.v, permit.r, permit.s],
      }),
    )
  if (isNativeOut)
    calls.push(
      encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minOut, user] }),
    )
  else if (isCollected)
    calls.push(
      encodeFunctionData({
        abi: routerAbi,
        functionName: 'sweepToken',
        args: [token.to, minOut, user],
      }),
    )
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, calls] })
}

/**
 * Encodes a leg. Consecutive steps over pools of the same kind become one call. The next call
 * continues with the router's whole balance.
 */
function encodeLeg({ tokens, pools, amountIn }: Leg, end: { to: Address; minOut: bigint }): Hex[] {
  const starts = pools.flatMap((pool, index) =>
    index === 0 || pool.kind !== pools[index - 1]?.kind ? [index] : [],
  )
  return starts.map((start, index) => {
    const stop = starts[index + 1] ?? pools.length
    const { to, minOut } = stop === pools.length ? end : ({ to: router, minOut: 0n } as const)
    const given = start === 0 ? amountIn : everything
    const path = tokens.slice(start, stop + 1)
    const fees = pools.slice(start, stop).flatMap((pool) => (pool.kind === 'v3' ? [pool.fee] : []))
    if (fees.length === 0)
      return encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactTokensForTokens',
        args: [given, minOut, path, to],
      })
    const packed = concat(
      path.flatMap((token, step): Hex[] =>
        step === 0 ? [token] : [numberToHex(fees[step - 1] ?? 0, { size: 3 }), token],
      ),
    )
    return encodeFunctionData({
      abi: routerAbi,
      functionName: 'exactInput',
      args: [{ path: packed, recipient: to, amountIn: given, amountOutMin: minOut }],
    })
  })
}
