/**
 * The height in CSS pixels at which the screen in an element needs no scrolling; 0 without a
 * layout.
 */
export function heightOf(element: ParentNode): number {
  const parts = ['.screen-header', '.screen-inner', '.screen-footer'].map(
    (part) => element.querySelector<HTMLElement>(part)?.offsetHeight ?? 0,
  )
  return parts.reduce((sum, height) => sum + height)
}
