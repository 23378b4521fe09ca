/**
 * The names in the site's order, then the names that the site does not mention: an order hides
 * nothing.
 */
export function inOrder<name extends string>(
  wanted: readonly name[] = [],
  all: readonly name[],
): readonly name[] {
  return [...new Set([...wanted, ...all])]
}
