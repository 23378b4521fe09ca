/** A token, and the pool that sets its price. */
export type TokenPlan = {
  name: string
  symbol: string
  decimals: number
  /** Price in dollars when the pool is created. */
  price: number
  /** The other token in the token's pool. */
  against: 'WETH' | 'USDC'
  /** Dollars on each side of the pool. */
  depth: number
}

/** Dollars for one Ether when the pools are created. */
export const etherPrice = 3_012.4

const usdc = {
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  price: 1,
  against: 'WETH',
  depth: 7_400_000,
} as const satisfies TokenPlan
const dai = {
  name: 'Dai Stablecoin',
  symbol: 'DAI',
  decimals: 18,
  price: 1.0003,
  against: 'USDC',
  depth: 2_900_000,
} as const satisfies TokenPlan

/** Tokens of a large chain, in the order in which they are deployed after WETH. */
export const tokensOfFirst: readonly TokenPlan[] = [
  usdc,
  dai,
  {
    name: 'ChainLink Token',
    symbol: 'LINK',
    decimals: 18,
    price: 14.37,
    against: 'WETH',
    depth: 1_250_000,
  },
  { name: 'Uniswap', symbol: 'UNI', decimals: 18, price: 6.42, against: 'WETH', depth: 880_000 },
  {
    name: 'Wrapped BTC',
    symbol: 'WBTC',
    decimals: 8,
    price: 94_180,
    against: 'WETH',
    depth: 4_600_000,
  },
  {
    name: 'Tether USD',
    symbol: 'USDT',
    decimals: 6,
    price: 0.9997,
    against: 'USDC',
    depth: 3_100_000,
  },
  {
    name: 'Aave Token',
    symbol: 'AAVE',
    decimals: 18,
    price: 181.6,
    against: 'WETH',
    depth: 940_000,
  },
  {
    name: 'Shiba Inu',
    symbol: 'SHIB',
    decimals: 18,
    price: 0.0000093,
    against: 'WETH',
    depth: 310_000,
  },
  {
    name: 'Gemini dollar',
    symbol: 'GUSD',
    decimals: 2,
    price: 0.9986,
    against: 'USDC',
    depth: 420_000,
  },
]

/** Tokens of a small chain. */
export const tokensOfSecond: readonly TokenPlan[] = [
  { ...usdc, depth: 1_900_000 },
  { ...dai, depth: 640_000 },
]
