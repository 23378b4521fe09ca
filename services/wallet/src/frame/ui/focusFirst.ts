/**
 * A `ref` that takes the focus when its element comes: for a step that takes the place of another
 * one.
 */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
