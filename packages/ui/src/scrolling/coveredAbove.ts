/**
 * Returns how many CSS pixels at the top of the scrolling element are covered, for example by a row
 * of tabs. The style sheets set it as `--_above`.
 */
export function coveredAbove(list: Element): number {
  return parseFloat(getComputedStyle(list).getPropertyValue('--_above')) || 0
}
