/**
 * A token with odd behaviour, only for swaps: it burns `fee` hundredths of a percent of each
 * transfer, or its functions return nothing.
 */
export type OddPlan = {
  name: string
  symbol: string
  decimals: number
  fee: bigint
  answers: boolean
  price: number
  against: 'WETH' | 'USDC'
  depth: number
}

/**
 * A pool with up to two positions. `depth` is the dollars on each side of the position over all
 * prices; `near` is a position within `within` percent of the price.
 */
export type PoolPlan = {
  pair: readonly [string, string]
  /** The pool's fee, in millionths. */
  fee: 100 | 500 | 3000 | 10000
  depth: number
  near?: { depth: number; within: number }
}

/** The odd tokens, in the order in which they are deployed. */
export const oddTokens: readonly OddPlan[] = [
  {
    name: 'Toll Token',
    symbol: 'TOLL',
    decimals: 18,
    fee: 200n,
    answers: true,
    price: 2.04,
    against: 'WETH',
    depth: 240_000,
  },
  {
    name: 'Silent Dollar',
    symbol: 'HUSH',
    decimals: 6,
    fee: 0n,
    answers: false,
    price: 1.001,
    against: 'USDC',
    depth: 380_000,
  },
]

/**
 * Pools of Uniswap v3. Some are deeper than the v2 pool of the same pair, some are shallower, and
 * some pairs have no v2 pool. So for each kind of route (one pool, several steps, a split) there is
 * a pair for which it is the best.
 */
export const poolsOfFirst: readonly PoolPlan[] = [
  { pair: ['WETH', 'USDC'], fee: 500, depth: 1_500_000, near: { depth: 900_000, within: 8 } },
  { pair: ['WETH', 'USDC'], fee: 3000, depth: 3_000_000 },
  { pair: ['WETH', 'USDC'], fee: 10000, depth: 150_000 },
  { pair: ['USDC', 'USDT'], fee: 100, depth: 200_000, near: { depth: 900_000, within: 0.4 } },
  { pair: ['USDC', 'DAI'], fee: 100, depth: 100_000, near: { depth: 700_000, within: 0.3 } },
  { pair: ['USDC', 'DAI'], fee: 500, depth: 600_000 },
  { pair: ['WBTC', 'WETH'], fee: 500, depth: 1_800_000, near: { depth: 600_000, within: 6 } },
  { pair: ['WBTC', 'WETH'], fee: 3000, depth: 500_000 },
  { pair: ['WBTC', 'USDC'], fee: 3000, depth: 300_000 },
  { pair: ['LINK', 'WETH'], fee: 3000, depth: 420_000 },
  { pair: ['LINK', 'WETH'], fee: 10000, depth: 60_000 },
  { pair: ['UNI', 'WETH'], fee: 3000, depth: 1_600_000, near: { depth: 250_000, within: 10 } },
  { pair: ['DAI', 'WETH'], fee: 3000, depth: 600_000 },
  { pair: ['HUSH', 'USDC'], fee: 500, depth: 90_000, near: { depth: 120_000, within: 0.5 } },
]
