import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { CheckedChain } from '../options.ts'
import type { Nodes } from './nodes.ts'

/** Lower-case hex text with its prefix. */
export type Hex = `0x${string}`

/** An address as it is stored: the case of its letters does not count. Source: EIP-55 */
export const keyOf = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`

/** A test network on which the sandbox sells. `chainId`: its number. Source: EIP-155 */
export type SoldChain = CheckedChain & { chainId: number; nodes: Nodes }

/** A token that is sold on a chain. `token`: 0xeeee… for the native coin. */
export type Asset = {
  chain: SoldChain
  token: Hex
  name: string
  symbol: string
  decimals: number
}

/**
 * The coin and the listed tokens of each chain.
 * @param symbols of the sold tokens; undefined: all
 */
export const assetsOf = (
  chains: readonly SoldChain[],
  symbols: readonly string[] | undefined,
): Asset[] =>
  chains
    .flatMap((chain): Asset[] => [
      { chain, token: nativeTokenAddress, ...chain.nativeCurrency },
      ...chain.tokens.map(({ address, name, symbol, decimals }) => ({
        chain,
        token: address,
        name,
        symbol,
        decimals,
      })),
    ])
    .filter(({ symbol }) => symbols?.includes(symbol) ?? true)
