import type { Hex } from 'viem'
import type { EvmChain } from '../chains/evm/evmChain.ts'

export type Address = `0x${string}`

/**
 * The parameters of a swap. Tokens in lower case, the native coin as 0xeeee…; `amount` in the
 * smallest unit, above 0.
 */
export type SwapRequest = {
  chain: EvmChain
  from: Address
  to: Address
  amount: bigint
  /** The account that would swap. */
  user?: Address | undefined
  /** Wei for a unit of gas, for comparing offers. */
  gasPrice: bigint
}

/** A part of an amount, in percent, that goes through these tokens; one pool for each step. */
export type SwapPart = { percent: number; tokens: readonly Address[]; pools: readonly string[] }

/**
 * An offer of a provider. `amountOut`: the amount that the user receives, after all fees except
 * gas.
 */
export type SwapOffer = {
  amountOut: bigint
  /** The contract that the transaction calls, and that needs an allowance for the source token. */
  spender: Address
  /** Percent; null where it is unknown. */
  priceImpact: number | null
  /** The provider's fee in the source token. */
  fee: bigint
  /** Units of gas; undefined where it is unknown. */
  gas: bigint | undefined
  /**
   * The gas in the smallest unit of the bought token. Undefined where the native coin has no known
   * price in it.
   */
  gasCost: bigint | undefined
  route: readonly SwapPart[]
}

/** Further parameters for the transaction itself. */
export type BuildRequest = SwapRequest & {
  user: Address
  /** Hundredths of a percent that the amount may fall. */
  slippage: bigint
  /** Allowance by signature: the ABI-encoded arguments of EIP-2612's `permit`. */
  permit?: Hex | undefined
  /** Whether the transaction is tried before it is answered. */
  isTried: boolean
}

/** A transaction that swaps. It fails below `minOut`; `gas` is a limit. */
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
   * @throws as `offer`; also SwapRefusedError when the transaction would fail or take something
   *   else
   */
  build(request: BuildRequest, signal: AbortSignal): Promise<BuiltSwap>
}

/** Thrown when no provider, or not this provider, can swap that much. */
export class LiquidityError extends Error {
  override readonly name = 'LiquidityError'
  constructor() {
    super('insufficient liquidity')
  }
}

/** Thrown when the transaction would fail, or would do something else than requested. */
export class SwapRefusedError extends Error {
  override readonly name = 'SwapRefusedError'
}
