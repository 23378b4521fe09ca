/**
 * The kind of database in the operator's setting, see README.md. Undefined for another URL, which
 * is not a folder either.
 */
export function databaseKind(location: string): 'memory' | 'postgres' | 'folder' | undefined {
  if (location === 'memory') return 'memory'
  if (/^postgres(?:ql)?:\/\//i.test(location)) return 'postgres'
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location) ? undefined : 'folder'
}

/** The error for a database setting of unknown kind. */
export const noDatabase = 'Expected a folder, postgres://… or memory'
