/**
 * The names in the site's order, then the names that the site does not mention, so that an order
 * hides no name.
 */
export function inOrder<name extends string>(
  preferred: readonly name[] = [],
  all: readonly name[],
): readonly name[] {
  return [...new Set([...preferred, ...all])]
}
