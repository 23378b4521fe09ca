import type { Hex } from 'viem'
import type { EvmChain } from '../chains/evm/evmChain.ts'

export type Address = `0x${string}`

/**
 * The parameters of a swap. Tokens are in lower case, the native coin is 0xeeee…; `amount` is in
 * the smallest unit, and above 0.
 */
export type SwapRequest = {
  chain: EvmChain
  from: Address
  to: Address
  amount: bigint
  /** The account that wants to swap. */
  user?: Address | undefined
  /** The price of a unit of gas in wei, by which offers are compared. */
  gasPrice: bigint
}

/**
 * A part of the amount, in percent, and the tokens through which it goes. Each step between two
 * tokens has a pool.
 */
export type SwapPart = { percent: number; tokens: readonly Address[]; pools: readonly string[] }

/** A provider's offer. `amountOut`: what the user gets after all fees except gas. */
export type SwapOffer = {
  amountOut: bigint
  /** The contract that the transaction calls. It needs an allowance for the source token. */
  spender: Address
  /** In percent; null if it is unknown. */
  priceImpact: number | null
  /** The provider's fee in the source token. */
  fee: bigint
  /** Units of gas; undefined if they are unknown. */
  gas: bigint | undefined
  /**
   * The cost of the gas in the smallest unit of the bought token. Undefined if the price of the
   * native coin in that token is unknown.
   */
  gasCost: bigint | undefined
  route: readonly SwapPart[]
}

/** What building the transaction needs in addition. */
export type BuildRequest = SwapRequest & {
  user: Address
  /** Hundredths of a percent by which the amount may fall. */
  slippage: bigint
  /** An allowance by signature: the ABI-encoded arguments of EIP-2612's `permit`. */
  permit?: Hex | undefined
  /**
   * Whether a transaction over the pools, or one that wraps the coin, is tried before it is
   * returned. Transactions of other services are always tried.
   */
  isTried: boolean
}

/**
 * A transaction that swaps. It fails if it would pay less than `minOut`. `gas` is its gas limit.
 */
export type BuiltSwap = {
  to: Address
  data: Hex
  value: bigint
  amountOut: bigint
  minOut: bigint
  gas: bigint
}

/** A provider of swaps on some networks. */
export type SwapProvider = {
  id: string
  /** The name that users see. */
  name: string
  serves(chain: EvmChain): boolean
  /** The contract that the provider's transactions call on a chain. */
  spender(chain: EvmChain): Address
  /**
   * An offer for a swap.
   * @throws LiquidityError; SwapRefusedError when the provider has tried the swap for the user and
   *   it failed; NodesError; SwapApiError; the signal's reason
   */
  offer(request: SwapRequest, signal: AbortSignal): Promise<SwapOffer>
  /**
   * Builds the transaction of a swap.
   * @throws the errors of `offer`; also SwapRefusedError when the transaction would fail, or would
   *   take something else
   */
  build(request: BuildRequest, signal: AbortSignal): Promise<BuiltSwap>
}

/** No provider, or not this provider, can swap the amount. */
export class LiquidityError extends Error {
  override readonly name = 'LiquidityError'
  constructor() {
    super('insufficient liquidity')
  }
}

/** The transaction would fail, or would do something else than was requested. */
export class SwapRefusedError extends Error {
  override readonly name = 'SwapRefusedError'
}
