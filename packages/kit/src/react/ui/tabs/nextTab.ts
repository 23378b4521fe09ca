/**
 * The tab that a key leads to, round the ends; undefined for a key that does not move. `isReversed`
 * when the first one is at the right.
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
