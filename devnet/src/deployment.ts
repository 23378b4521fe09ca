import type { ChainInfo } from './chains.ts'

/**
 * The contracts of a devnet chain. `devnet/bake` writes them next to the baked state. The API reads
 * from them which tokens and pools to query; the demo and the tests read them, too.
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
  /** Whether it is the collection that many accounts get unasked. */
  spam: boolean
}

/** The data of a baked chain of any kind. Its name, token and picture are those of `chains.ts`. */
export type Baked<address extends string> = ChainInfo & {
  /**
   * Identifies the bake. A stored state of another bake is not used. First 16 hex digits of the
   * state's SHA-256.
   */
  bakeId: string
  /** The time of the newest block, in seconds since 1970. */
  bakedAt: number
  /** Accounts of the well-known development mnemonic that hold tokens and have a history. */
  accounts: readonly { address: address; role: string }[]
}

/** The contracts of an EVM chain. */
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
  /** The tokens of the token list, including WETH and `usd`. */
  tokens: readonly DeployedToken[]
  collections: readonly DeployedCollection[]
  /** ENS: resolves names to addresses and back. Absent on a chain without names. */
  ensUniversalResolver?: Address | undefined
  /** Resolves registered names, and the names of accounts, through a gateway (CCIP-read). */
  ensOffchainResolver?: Address | undefined
}

/** A deployment as the bake stores it, in `devnet/baked/<chainId>.json`. */
export type BakedFile<deployment extends ChainInfo> = Omit<deployment, keyof ChainInfo>
