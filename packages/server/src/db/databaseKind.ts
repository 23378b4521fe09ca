/**
 * The kind of database that the operator's setting names, see README.md; undefined for any other
 * address, which is no folder either.
 */
export function databaseKind(where: string): 'memory' | 'postgres' | 'folder' | undefined {
  if (where === 'memory') return 'memory'
  if (/^postgres(?:ql)?:\/\//i.test(where)) return 'postgres'
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(where) ? undefined : 'folder'
}

/** The error for a database setting without a kind. */
export const noDatabase = 'Expected a folder, postgres://… or memory'
