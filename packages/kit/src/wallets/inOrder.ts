/** The names in the order that a site asks for; an order hides nothing, so those that it does not name follow. */
export function inOrder<name extends string>(wanted: readonly name[] = [], all: readonly name[]): readonly name[] {
  return [...new Set([...wanted, ...all])]
}
