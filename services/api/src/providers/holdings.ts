import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { ListedToken } from '../optionParts.ts'
import type { ChainConfig } from '../chains/chainConfig.ts'

/**
 * How much of a token an account holds, in the token's smallest unit. The native coin has the
 * address 0xeeee…. `pending`: what others send in transactions that wait for a block; it is not
 * part of `amount`.
 */
export type Holding = { token: ListedToken; amount: bigint; listed: boolean; pending?: bigint }

/**
 * What an account holds on one chain. `prices`: in US dollars, by address. `isComplete`: whether
 * everything could be read.
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
