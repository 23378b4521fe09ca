import type { ListedToken } from '../optionParts.ts'

/**
 * A contract's own name and symbol, made safe to show; empty where it has none. `decimals` is
 * undefined where they are unusable.
 */
export type TokenLabel = {
  address: `0x${string}`
  name: string
  symbol: string
  decimals: number | undefined
  /** The collection that has verified the token, on chains where a token names one. */
  collection?: `0x${string}`
}

/** The token of a label, if it is usable. */
export function tokenOf({ address, name, symbol, decimals }: TokenLabel): ListedToken | undefined {
  return symbol === '' || decimals === undefined
    ? undefined
    : { address, name: name || symbol, symbol, decimals }
}
