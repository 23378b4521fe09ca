/** Makes a test whether a list contains a wallet, by id or by name, in any case. */
export function createIdMatcher(
  ids: readonly string[] = [],
): (wallet: { id: string; name: string }) => boolean {
  const known = new Set(ids.map((id) => id.trim().toLowerCase()))
  return ({ id, name }) => known.has(id.toLowerCase()) || known.has(name.toLowerCase())
}
