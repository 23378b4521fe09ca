/**
 * The result of a step of a swap in a pool of Uniswap v3. During a step the liquidity is constant.
 * The amounts are rounded as the contract rounds them.
 */
export type Step = { root: bigint; amountIn: bigint; amountOut: bigint; fee: bigint }

/**
 * Calculates a step: swaps up to `remaining`, but not beyond the price `target`. Source: Uniswap v3
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
  const isFalling = root >= target // the user pays with token0
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

/** The amount of token0 between two prices. The lower price comes first. */
function amount0(low: bigint, high: bigint, liquidity: bigint, isUp: boolean): bigint {
  const product = (liquidity << 96n) * (high - low)
  return isUp ? ceil(ceil(product, high), low) : product / high / low
}

/** The amount of token1 between two prices. The lower price comes first. */
function amount1(low: bigint, high: bigint, liquidity: bigint, isUp: boolean): bigint {
  const product = liquidity * (high - low)
  return isUp ? ceil(product, 1n << 96n) : product >> 96n
}

function rootAfter(root: bigint, liquidity: bigint, amountIn: bigint, isFalling: boolean): bigint {
  if (!isFalling) return root + (amountIn << 96n) / liquidity
  const scaled = liquidity << 96n
  const product = amountIn * root
  // The contract calculates with 256 bits. If the product is larger, it uses another formula.
  return product < 1n << 256n && scaled + product < 1n << 256n
    ? ceil(scaled * root, scaled + product)
    : ceil(scaled, scaled / root + amountIn)
}

function ceil(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
