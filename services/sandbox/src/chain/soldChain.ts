import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { CheckedChain } from '../options.ts'
import type { Nodes } from './nodes.ts'

/** Hex text with the prefix `0x`, in lower case. */
export type Hex = `0x${string}`

/**
 * An address in the form in which it is stored: in lower case, because the case of its letters is
 * only a checksum. Source: EIP-55
 */
export const keyOf = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`

/** A test network on which the sandbox sells. `chainId` is its EIP-155 id. */
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
 * @param symbols the symbols of the sold tokens; undefined: all tokens are sold
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
