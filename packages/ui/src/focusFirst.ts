/**
 * A `ref` that focuses its element when it is mounted: for a step that replaces another one.
 */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
