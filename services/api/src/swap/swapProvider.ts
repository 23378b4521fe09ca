import type { Hex } from 'viem'
import type { EvmChain } from '../providers/chain.ts'

export type Address = `0x${string}`

/**
 * A swap that somebody asks for. Tokens in lower case, the native one as 0xeeee…; `amount` in the
 * smallest unit, more than 0.
 */
export type SwapRequest = {
  chain: EvmChain
  from: Address
  to: Address
  amount: bigint
  /** The account that would swap. */
  user?: Address | undefined
  /** Wei for a unit of gas, to compare offers. */
  gasPrice: bigint
}

/** A part of an amount, in percent, through these tokens; one pool for each step. */
export type SwapPart = { percent: number; tokens: readonly Address[]; pools: readonly string[] }

/**
 * What a provider offers. `amountOut` is what arrives at the user, after all fees but the one for
 * gas.
 */
export type SwapOffer = {
  amountOut: bigint
  /**
   * The contract that the transaction calls, and that has to be allowed to take the source token.
   */
  spender: Address
  /** Percent; null where it is not known. */
  priceImpact: number | null
  /** What the provider keeps of the source token. */
  fee: bigint
  /** Units of gas; undefined where it is not known. */
  gas: bigint | undefined
  /**
   * The gas in the smallest unit of the bought token; undefined where the native coin has no known
   * price in it.
   */
  gasCost: bigint | undefined
  route: readonly SwapPart[]
}

/** What the user gives in addition, for the transaction itself. */
export type BuildRequest = SwapRequest & {
  user: Address
  /** Hundredths of a percent that may be lost. */
  slippage: bigint
  /** Allowance by signature: the ABI-encoded arguments of EIP-2612's `permit`. */
  permit?: Hex | undefined
  /** Whether the transaction is tried before it is answered. */
  isTried: boolean
}

/** A transaction that swaps. `least` is the amount below which it fails; `gas` is a limit. */
export type BuiltSwap = {
  to: Address
  data: Hex
  value: bigint
  amountOut: bigint
  minOut: bigint
  gas: bigint
}

/** A source of swaps on the networks that it serves. */
export type SwapProvider = {
  id: string
  /** Shown to the user. */
  name: string
  serves(chain: EvmChain): boolean
  /** The contract that the provider's transactions call on a chain. */
  spender(chain: EvmChain): Address
  /**
   * @throws LiquidityError; SwapRefusedError when its own trial for the user fails; NodesError;
   *   SwapApiError; the signal's reason
   */
  offer(request: SwapRequest, signal: AbortSignal): Promise<SwapOffer>
  /**
   * @throws the same, and SwapRefusedError when the transaction would fail or take something else
   */
  build(request: BuildRequest, signal: AbortSignal): Promise<BuiltSwap>
}

/** No provider, or not this one, can swap that much. */
export class LiquidityError extends Error {
  override readonly name = 'LiquidityError'
  constructor() {
    super('insufficient liquidity')
  }
}

/** The transaction would fail, or it would do something else than what was asked for. */
export class SwapRefusedError extends Error {
  override readonly name = 'SwapRefusedError'
}
