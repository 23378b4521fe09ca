/**
 * A step of a swap in a Uniswap v3 pool. The liquidity is constant inside it. Amounts include every
 * rounding.
 */
export type Step = { root: bigint; amountIn: bigint; amountOut: bigint; fee: bigint }

/**
 * Swaps up to `remaining` of the given token, to the price `target` at most. Source: Uniswap v3
 * whitepaper, 6.2
 * @param fee in millionths of the amount
 */
export function swapStep(
  root: bigint,
  target: bigint,
  liquidity: bigint,
  remaining: bigint,
  fee: bigint,
): Step {
  const isFalling = root >= target // the input is token0
  const withoutFee = (remaining * (million - fee)) / million
  const needed = givenBetween(root, target, liquidity, isFalling)
  const next = withoutFee >= needed ? target : rootAfter(root, liquidity, withoutFee, isFalling)
  const isReached = next === target
  const amountIn = isReached ? needed : givenBetween(root, next, liquidity, isFalling)
  const amountOut = isFalling
    ? amount1(next, root, liquidity, false)
    : amount0(root, next, liquidity, false)
  return {
    root: next,
    amountIn,
    amountOut,
    fee: isReached ? ceil(amountIn * fee, million - fee) : remaining - amountIn,
  }
}

const million = 1_000_000n

function givenBetween(root: bigint, target: bigint, liquidity: bigint, isFalling: boolean): bigint {
  return isFalling ? amount0(target, root, liquidity, true) : amount1(root, target, liquidity, true)
}

/** The amount of token0 between two prices, the lower first. */
function amount0(low: bigint, high: bigint, liquidity: bigint, isUp: boolean): bigint {
  const product = (liquidity << 96n) * (high - low)
  return isUp ? ceil(ceil(product, high), low) : product / high / low
}

/** The amount of token1 between two prices, the lower first. */
function amount1(low: bigint, high: bigint, liquidity: bigint, isUp: boolean): bigint {
  const product = liquidity * (high - low)
  return isUp ? ceil(product, 1n << 96n) : product >> 96n
}

function rootAfter(root: bigint, liquidity: bigint, amountIn: bigint, isFalling: boolean): bigint {
  if (!isFalling) return root + (amountIn << 96n) / liquidity
  const scaled = liquidity << 96n
  const product = amountIn * root
  // the contract computes with 256 bits, and uses another formula where the product needs more
  return product < 1n << 256n && scaled + product < 1n << 256n
    ? ceil(scaled * root, scaled + product)
    : ceil(scaled, scaled / root + amountIn)
}

function ceil(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
