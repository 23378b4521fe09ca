import type { SolanaToken } from '../../src/solana/deployment.ts'

/** A token that is to be created, so it has no address yet. */
export type TokenPlan = Omit<SolanaToken, 'mint' | 'picture'> & {
  /** The maximum fee of a transfer, in whole tokens. */ maximumFee?: bigint
}

/** The price of one SOL in dollars, which is made up. */
export const solPrice = 148.6

/** The tokens: two of the program SPL Token, one of Token-2022 with a transfer fee. */
export const tokenPlans = [
  { program: 'token', name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1 },
  { program: 'token', name: 'Harbour Points', symbol: 'HARB', decimals: 5, price: 0.0231 },
  {
    program: 'token2022',
    name: 'Toll Token',
    symbol: 'TOLL',
    decimals: 9,
    price: 2.04,
    feeBasisPoints: 200,
    maximumFee: 25n,
  },
] as const satisfies readonly TokenPlan[]

/** The symbol of one of these tokens. */
export type TokenSymbol = (typeof tokenPlans)[number]['symbol']

/** The collectibles and their first owners. */
export const nftPlans = [
  { id: 'night-ferry-1', name: 'Night Ferry #1', owner: 'collector' },
  { id: 'night-ferry-2', name: 'Night Ferry #2', owner: 'collector' },
  { id: 'night-ferry-3', name: 'Night Ferry #3', owner: 'collector' },
  { id: 'night-ferry-4', name: 'Night Ferry #4', owner: 'collector' },
  { id: 'night-ferry-5', name: 'Night Ferry #5', owner: 'everyday user' },
] as const

/**
 * Collectibles of the program SPL Token, with metadata accounts of Metaplex's program. The first is
 * the collection to which the others belong.
 */
export const lightPlans = [
  { id: 'harbour-lights', name: 'Harbour Lights', owner: 'deployer' },
  { id: 'harbour-light-1', name: 'Harbour Light #1', owner: 'collector' },
  { id: 'harbour-light-2', name: 'Harbour Light #2', owner: 'collector' },
  { id: 'harbour-light-3', name: 'Harbour Light #3', owner: 'everyday user' },
] as const
