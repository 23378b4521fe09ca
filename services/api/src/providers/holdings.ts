import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { ListedToken } from '../optionParts.ts'
import type { ChainConfig } from '../chains/chainConfig.ts'

/**
 * The amount of a token that an account holds, in its smallest unit. The native token has the
 * address 0xeeee….
 */
export type Holding = { token: ListedToken; amount: bigint; listed: boolean }

/**
 * The holdings of an account on one chain, with prices in US dollars by address, and whether they
 * are complete.
 */
export type AccountHoldings = {
  holdings: readonly Holding[]
  prices: ReadonlyMap<string, number>
  isComplete: boolean
}

/** A token with its price in US dollars. */
export type PricedToken = { token: ListedToken; listed: boolean; dollars: number }

/** The chain's own coin as a token. Its address is 0xeeee… on every chain. */
export function nativeToken(chain: Pick<ChainConfig, 'nativeCurrency'>): ListedToken {
  return { address: nativeTokenAddress, ...chain.nativeCurrency }
}
