/**
 * The height in CSS pixels at which nothing of the screen in an element scrolls; 0 without a
 * layout.
 */
export function heightOf(element: ParentNode): number {
  const parts = ['.screen-header', '.screen-inner', '.screen-footer'].map(
    (part) => element.querySelector<HTMLElement>(part)?.offsetHeight ?? 0,
  )
  return parts.reduce((sum, height) => sum + height)
}
