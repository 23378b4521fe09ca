/**
 * A `ref` that focuses its element when it is mounted. It is for a step that replaces the previous
 * step.
 */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
