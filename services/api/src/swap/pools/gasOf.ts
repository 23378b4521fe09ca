import type { Leg } from './pathsBetween.ts'

/** Units of gas for each further leg of a route, without its pools. */
export const legGas = 16_000n

/**
 * Units of gas, measured with SwapRouter02. `start`: for the transaction, and the transfer of the
 * token. `tick`: for each crossed tick.
 */
const units = { start: 60_000n, v2: 60_000n, v3: 72_000n, tick: 18_000n }

/** Estimates the gas of a route, to compare routes, and for when the swap cannot be tried. */
export function gasOf(legs: readonly Pick<Leg, 'pools' | 'ticksCrossed'>[]): bigint {
  return legs.reduce(
    (sum, { pools, ticksCrossed }) =>
      sum +
      legGas +
      pools.reduce((gas, pool) => gas + units[pool.kind], 0n) +
      BigInt(ticksCrossed) * units.tick,
    units.start - legGas,
  )
}
