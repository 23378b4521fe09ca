/**
 * Returns the height in CSS pixels that another element (a row of tabs, for example) covers at the
 * top of the scrolling element: the value of `--_above`.
 */
export function coveredAbove(list: Element): number {
  return parseFloat(getComputedStyle(list).getPropertyValue('--_above')) || 0
}
