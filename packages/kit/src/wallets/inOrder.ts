/** The names in the order that a site asks for; an order hides nothing, so those that it does not name follow. */
export function inOrder(wanted: readonly string[] = [], all: readonly string[]): readonly string[] {
  return [...new Set([...wanted, ...all])]
}
