/** The median: the middle number, or the mean of the middle two. @throws for an empty list */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined)
    throw new RangeError('There is no median of nothing.')
  return (low + high) / 2
}

/**
 * The value that `share` (0 to 1) of the numbers do not exceed, by nearest rank. @throws for an
 * empty list
 */
export function percentile(values: readonly number[], share: number): number {
  const value = [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)]
  if (value === undefined) throw new RangeError('There is no percentile of nothing.')
  return value
}

/** The lowest and the highest number. */
export function rangeOf(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
