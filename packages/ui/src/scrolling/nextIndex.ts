type Step = {
  /** The key of the keyboard event. */
  key: string
  index: number
  /** The index of the last item. */
  last: number
  columns: number
  /** By how many rows Page Up and Page Down move. */
  page: number
  /** Whether the first column is on the right. */
  isReversed: boolean
}

/**
 * Returns the index to which a key moves the focus in a grid. At an edge it is the same index;
 * above the first row it is `out`. It is undefined for a key that does not move the focus.
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
