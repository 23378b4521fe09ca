/**
 * Returns the index of the tab to which a key moves; undefined for any other key. After the last
 * tab follows the first. `isReversed`: the first tab is on the right.
 */
export function nextTab({
  key,
  index,
  count,
  isReversed,
}: {
  key: string
  index: number
  count: number
  isReversed: boolean
}): number | undefined {
  const ahead = isReversed ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return (index + ahead + count) % count
    case 'ArrowLeft':
      return (index - ahead + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
