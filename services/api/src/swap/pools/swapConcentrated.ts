import { swapStep } from './swapStep.ts'
import { lastTick, rootAtTick, rootLimits, tickAtRoot } from './tickMath.ts'
import type { Address } from '../swapProvider.ts'

/** Uniswap v3: `root` is the square root of the price, times 2⁹⁶; `fee` in millionths. */
export type ConcentratedPool = {
  kind: 'v3'
  address: Address
  token0: Address
  token1: Address
  fee: number
  spacing: number
  root: bigint
  tick: number
  liquidity: bigint
  /** Ticks at which the liquidity changes, ascending. */
  ticks: readonly { at: number; net: bigint }[]
  /** The first and the last tick between which all ticks are known. */
  known: readonly [number, number]
}

/**
 * - `impossible`: the pool cannot take the amount: it would pay nothing, or run out of liquidity.
 * - `unknown`: the result depends on unread ticks.
 */
export type SwapFailure = 'impossible' | 'unknown'

/**
 * The output of a swap, and the pool after it. `ticksCrossed`: at how many ticks the liquidity
 * changed.
 */
export type Swapped<pool> = { amountOut: bigint; pool: pool; ticksCrossed: number }

/**
 * How far a pool searches for the next tick in one step, in units of the tick spacing. This is one
 * word of its bitmap.
 */
const wordTicks = 256

/**
 * Calculates a swap of an exact amount in a pool of Uniswap v3. It takes the same steps as the
 * contract, because each step rounds. A step ends at the next tick at which the liquidity changes,
 * or at the end of a word of the bitmap.
 */
export function swapConcentrated(
  pool: ConcentratedPool,
  isFalling: boolean,
  amountIn: bigint,
): Swapped<ConcentratedPool> | SwapFailure {
  const fee = BigInt(pool.fee)
  const limit = isFalling ? rootLimits.min + 1n : rootLimits.max - 1n
  let { root, tick, liquidity } = pool
  let [remaining, amountOut, crossed] = [amountIn, 0n, 0]
  while (remaining > 0n) {
    if (root === limit) return 'impossible'
    const next = nextTick(pool, tick, isFalling)
    if (next === undefined) return 'unknown'
    const at = Math.min(Math.max(next.at, -lastTick), lastTick)
    const end = rootAtTick(at)
    const target = isFalling ? max(end, limit) : min(end, limit)
    const step = swapStep(root, target, liquidity, remaining, fee)
    remaining -= step.amountIn + step.fee
    amountOut += step.amountOut
    if (step.root === end) {
      if (next.net !== undefined) {
        liquidity += isFalling ? -next.net : next.net
        crossed++
      }
      tick = isFalling ? at - 1 : at
    } else if (step.root !== root) {
      tick = tickAtRoot(step.root)
    }
    root = step.root
  }
  return amountOut <= 0n
    ? 'impossible'
    : { amountOut, ticksCrossed: crossed, pool: { ...pool, root, tick, liquidity } }
}

/**
 * The next tick at which a step ends, and the change of liquidity there, if any. Undefined beyond
 * the ticks that were read.
 */
function nextTick(
  { ticks, spacing, known }: ConcentratedPool,
  tick: number,
  isFalling: boolean,
): { at: number; net: bigint | undefined } | undefined {
  const unit = Math.floor(tick / spacing)
  if (isFalling) {
    const edge = Math.floor(unit / wordTicks) * wordTicks * spacing
    const found = ticks[upTo(ticks, tick) - 1]
    const at = found && found.at >= edge ? found.at : edge
    return at < known[0] && known[0] > -lastTick
      ? undefined
      : { at, net: at === found?.at ? found.net : undefined }
  }
  const edge = (Math.floor((unit + 1) / wordTicks) * wordTicks + wordTicks - 1) * spacing
  const found = ticks[upTo(ticks, tick)]
  const at = found && found.at <= edge ? found.at : edge
  return at > known[1] && known[1] < lastTick
    ? undefined
    : { at, net: at === found?.at ? found.net : undefined }
}

/** How many ticks are at or below this tick. */
function upTo(ticks: ConcentratedPool['ticks'], tick: number): number {
  let [low, high] = [0, ticks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ticks[middle]?.at ?? 0) <= tick) low = middle + 1
    else high = middle
  }
  return low
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
