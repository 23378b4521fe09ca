import type { ListedToken } from '../optionParts.ts'

/**
 * The name and the symbol that a contract gives itself, cleaned so that they can be shown. They are
 * empty if the contract has none. `decimals` is undefined if they are unusable.
 */
export type TokenLabel = {
  address: `0x${string}`
  name: string
  symbol: string
  decimals: number | undefined
  /** The collection that has verified the token, on chains where a token can name a collection. */
  collection?: `0x${string}`
}

/** The token that a label describes, if it is usable as one. */
export function tokenOf({ address, name, symbol, decimals }: TokenLabel): ListedToken | undefined {
  return symbol === '' || decimals === undefined
    ? undefined
    : { address, name: name || symbol, symbol, decimals }
}
