import type { Address } from '../swapProvider.ts'
import {
  swapConcentrated,
  type ConcentratedPool,
  type SwapFailure,
  type Swapped,
} from './swapConcentrated.ts'

/** The state of a pool at a block. Its tokens are ordered by address. */
export type Pool = ConstantProductPool | ConcentratedPool
/** A pool of Uniswap v2. Reserves are in the smallest units; the fee is 0.3 %. */
export type ConstantProductPool = {
  kind: 'v2'
  address: Address
  token0: Address
  token1: Address
  reserve0: bigint
  reserve1: bigint
}
/** Swaps an amount of a pool's token. */
export function swapIn(pool: Pool, from: Address, amountIn: bigint): Swapped<Pool> | SwapFailure {
  if (amountIn <= 0n) return 'impossible'
  return pool.kind === 'v2'
    ? swapConstantProduct(pool, from === pool.token0, amountIn)
    : swapConcentrated(pool, from === pool.token0, amountIn)
}

/** The maximum reserve: Uniswap v2 stores reserves in 112 bits. */
const maxReserve = (1n << 112n) - 1n

function swapConstantProduct(
  pool: ConstantProductPool,
  isFirst: boolean,
  amountIn: bigint,
): Swapped<Pool> | SwapFailure {
  const [own, other] = isFirst ? [pool.reserve0, pool.reserve1] : [pool.reserve1, pool.reserve0]
  const counted = amountIn * 997n
  const amountOut = own === 0n ? 0n : (counted * other) / (own * 1_000n + counted)
  if (amountOut === 0n || amountOut >= other || own + amountIn > maxReserve) return 'impossible'
  const [given, taken] = [own + amountIn, other - amountOut]
  return {
    amountOut,
    ticksCrossed: 0,
    pool: { ...pool, reserve0: isFirst ? given : taken, reserve1: isFirst ? taken : given },
  }
}

/**
 * The price in a pool before fees: how many units of the other token one unit of this token costs.
 */
export function spotPrice(pool: Pool, from: Address): number {
  const isFirst = from === pool.token0
  if (pool.kind === 'v2')
    return isFirst
      ? Number(pool.reserve1) / Number(pool.reserve0)
      : Number(pool.reserve0) / Number(pool.reserve1)
  const price = (Number(pool.root) / 2 ** 96) ** 2
  return isFirst ? price : 1 / price
}

/** The part of an amount that remains after the pool's fee. */
export function afterFee(pool: Pool): number {
  return pool.kind === 'v2' ? 0.997 : 1 - pool.fee / 1_000_000
}
