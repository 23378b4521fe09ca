import type { ChainInfo } from './chains.ts'

/**
 * The types of the file that describes a devnet chain and its contracts. `devnet/bake` writes this
 * file next to the baked state. The API takes its tokens and pools from it; the demo and the tests
 * read it, too.
 */
type Address = `0x${string}`

export type DeployedToken = {
  address: Address
  name: string
  symbol: string
  /** The number of digits after the point, as the contract reports it. */
  decimals: number
}

export type DeployedCollection = {
  address: Address
  name: string
  standard: 'ERC721' | 'ERC1155'
  /** Whether it is the spam collection, which many accounts received without asking. */
  spam: boolean
}

/** The data of a baked chain of any kind. Its name, token and picture are those of `chains.ts`. */
export type Baked<address extends string> = ChainInfo & {
  /**
   * Identifies the bake: the first 16 hex digits of the state's SHA-256. A stored state of another
   * bake is not used.
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
  /** Uniswap v2, from whose pools the prices come. `usd` is the token that is worth one dollar. */
  dex: { factory: Address; router: Address; weth: Address; usd: Address }
  /**
   * Uniswap v3, and the router for v2 and v3 (SwapRouter02), which is the only spender of a swap.
   * `positions` is the NonfungiblePositionManager, `quoter` is QuoterV2. Undefined on a chain
   * without swaps.
   */
  swap?: { router: Address; v3Factory: Address; positions: Address; quoter: Address } | undefined
  /** The tokens of the token list, including WETH and `usd`. */
  tokens: readonly DeployedToken[]
  collections: readonly DeployedCollection[]
  /**
   * The ENS contract that resolves names to addresses and back. Absent on a chain without names.
   */
  ensUniversalResolver?: Address | undefined
  /**
   * The ENS resolver that answers for registered names and for accounts' names through a gateway
   * (CCIP-Read).
   */
  ensOffchainResolver?: Address | undefined
  /**
   * The contracts of smart accounts, at their public addresses, and a paymaster with a deposit
   * (`contracts/SponsorPaymaster.sol`). Its owner and signer is `sponsor` of `accounts.ts`.
   */
  smartAccounts: {
    entryPoint: Address
    delegator: Address
    delegationManager: Address
    paymaster: Address
  }
}

/** A deployment as the bake stores it, in `devnet/baked/<chainId>.json`. */
export type BakedFile<deployment extends ChainInfo> = Omit<deployment, keyof ChainInfo>
