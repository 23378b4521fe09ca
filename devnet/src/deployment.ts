/**
 * The contracts of a devnet chain: written next to the baked state by `devnet/bake`, read by the
 * API (which tokens and pools to query), the demo and the tests.
 */
type Address = `0x${string}`

export type DeployedToken = {
  address: Address
  name: string
  symbol: string
  /** Digits after the point, as the contract reports them. */
  decimals: number
}

export type DeployedCollection = {
  address: Address
  name: string
  standard: 'ERC721' | 'ERC1155'
  /** True for the collection that is dropped on many accounts unasked. */
  spam: boolean
}

/** The baked facts of a chain of either kind. */
export type Baked<address extends string> = {
  /**
   * Changes with every bake: a stored state of another bake does not fit. First 16 hex digits of
   * the state's SHA-256.
   */
  bakeId: string
  /** When the newest block was made, seconds since 1970. */
  bakedAt: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Accounts of the well-known development mnemonic that hold tokens and have a history. */
  accounts: readonly { address: address; role: string }[]
}

/** Stored as `devnet/baked/<chainId>.json`. */
export type Deployment = Baked<Address> & {
  chainId: number
  multicall3: Address
  /** Uniswap v2: prices come from its pools; `usd` is the token that counts as one dollar. */
  dex: { factory: Address; router: Address; weth: Address; usd: Address }
  /**
   * Uniswap v3, and the router over v2 and v3 (SwapRouter02), which is the only spender of a swap.
   * `positions`: the NonfungiblePositionManager. `quoter`: QuoterV2. Undefined on a chain without
   * swaps.
   */
  swap?: { router: Address; v3Factory: Address; positions: Address; quoter: Address } | undefined
  /** Tokens with a place in the token list; WETH and `usd` included. */
  tokens: readonly DeployedToken[]
  collections: readonly DeployedCollection[]
  /** ENS: resolves names to addresses and back. Absent on a chain without names. */
  ensUniversalResolver?: Address | undefined
  /** Resolves registered names, and the names of accounts, through a gateway (CCIP-read). */
  ensOffchainResolver?: Address | undefined
}
