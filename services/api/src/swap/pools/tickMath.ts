/**
 * The prices of Uniswap v3. A root is the square root of the price of token0 in token1, times 2⁹⁶.
 * Each tick changes the price by 0.01 %. The functions round like the pools, so that amounts are
 * exact to the last unit. Source: Uniswap v3 whitepaper, 6
 */

/** The highest tick; the lowest is its negative. */
export const lastTick = 887_272
/** The roots at the lowest and the highest tick. No swap reaches them. */
export const rootLimits = {
  min: 4_295_128_739n,
  max: 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n,
}

/** 2¹²⁸ divided by the square root of 1.0001 to the power of 1, 2, 4, 8 … 2¹⁹. */
const powers: readonly bigint[] = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

/** The root at a tick. */
export function rootAtTick(tick: number): bigint {
  const distance = Math.abs(tick)
  let ratio = 1n << 128n
  for (const [bit, power] of powers.entries())
    if (distance & (1 << bit)) ratio = (ratio * power) >> 128n
  if (tick > 0) ratio = ((1n << 256n) - 1n) / ratio
  return (ratio >> 32n) + (ratio & 0xffff_ffffn ? 1n : 0n)
}

/** The highest tick whose root is not above this root. */
export function tickAtRoot(root: bigint): number {
  // the estimate is wrong by at most two ticks
  let tick = Math.min(
    Math.max(Math.floor((2 * Math.log(Number(root) / 2 ** 96)) / Math.log(1.0001)), -lastTick),
    lastTick,
  )
  while (tick > -lastTick && rootAtTick(tick) > root) tick--
  while (tick < lastTick && rootAtTick(tick + 1) <= root) tick++
  return tick
}
