/** Creates numbers that look random, but are the same in every bake. */
export type Random = {
  /** Returns a number from `min` up to `max`. */
  between(min: number, max: number): number
  /** Like `between`, but as a decimal text with this number of digits after the point. */
  amount(min: number, max: number, digits: number): string
}

/**
 * Creates a seeded generator. It is a 32-bit linear congruential generator whose output is mixed:
 * good for sample data, not for secrets.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
  }
  function between(min: number, max: number): number {
    return min + (max - min) * next()
  }
  return { between, amount: (min, max, digits) => between(min, max).toFixed(digits) }
}
