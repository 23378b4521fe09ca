/**
 * Returns the kind of database that the operator's setting means (README.md). It is undefined for a
 * URL of any other scheme.
 */
export function databaseKind(location: string): 'memory' | 'postgres' | 'folder' | undefined {
  if (location === 'memory') return 'memory'
  if (/^postgres(?:ql)?:\/\//i.test(location)) return 'postgres'
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location) ? undefined : 'folder'
}

/** The message for a database setting that means none of these kinds. */
export const noDatabase = 'Expected a folder, postgres://… or memory'
