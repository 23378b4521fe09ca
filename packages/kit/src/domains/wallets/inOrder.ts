/**
 * The names in the site's order, then those that the site does not mention: an order hides nothing.
 */
export function inOrder<name extends string>(
  preferred: readonly name[] = [],
  all: readonly name[],
): readonly name[] {
  return [...new Set([...preferred, ...all])]
}
