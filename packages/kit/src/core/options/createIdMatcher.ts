/**
 * Makes a function that tests whether a list of ids and names contains a wallet. Upper and lower
 * case count as the same.
 */
export function createIdMatcher(
  ids: readonly string[] = [],
): (wallet: { id: string; name: string }) => boolean {
  const known = new Set(ids.map((id) => id.trim().toLowerCase()))
  return ({ id, name }) => known.has(id.toLowerCase()) || known.has(name.toLowerCase())
}
