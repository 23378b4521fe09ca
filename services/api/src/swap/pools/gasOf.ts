import type { Leg } from './pathsBetween.ts'

/** Units of gas for each further path of a route, without its pools. */
export const legGas = 16_000n

/**
 * Units of gas, measured with SwapRouter02. `start`: the transaction, and the transfer of the
 * token; `tick`: a crossed tick.
 */
const units = { start: 60_000n, v2: 60_000n, v3: 72_000n, tick: 18_000n }

/** An estimate of the gas of a route, for comparisons, and for when no test run is possible. */
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
