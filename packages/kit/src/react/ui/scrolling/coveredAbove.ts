/**
 * CSS pixels at the top of the scrolling element that something else covers, a row of tabs for
 * example: the value of `--_above`.
 */
export function coveredAbove(list: Element): number {
  return parseFloat(getComputedStyle(list).getPropertyValue('--_above')) || 0
}
