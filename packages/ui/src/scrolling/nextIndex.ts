type Step = {
  /** The key of the keyboard event. */
  key: string
  index: number
  /** Index of the last item. */
  last: number
  columns: number
  /** The number of rows of a page. */
  page: number
  /** Whether the first column is at the right. */
  isReversed: boolean
}

/**
 * Returns the index that a key moves to in a grid: another one, the same one at an edge, or `out`
 * above the first row. Undefined for a key that does not move.
 */
export function nextIndex({
  key,
  index,
  last,
  columns,
  page,
  isReversed,
}: Step): number | 'out' | undefined {
  const across = isReversed ? -1 : 1
  const within = (wanted: number) => Math.max(0, Math.min(wanted, last))
  const isLastRow = Math.floor(index / columns) === Math.floor(last / columns)
  switch (key) {
    case 'ArrowRight':
      return within(index + across)
    case 'ArrowLeft':
      return within(index - across)
    case 'ArrowDown':
      return isLastRow ? index : within(index + columns)
    case 'ArrowUp':
      return index < columns ? 'out' : index - columns
    case 'PageDown':
      return isLastRow ? index : within(index + page * columns)
    case 'PageUp':
      return Math.max(index % columns, index - page * columns)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
