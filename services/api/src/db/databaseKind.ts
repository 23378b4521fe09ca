/** What an operator named as the database, see README.md; undefined for an address of something else, which is no folder either. */
export function databaseKind(where: string): 'memory' | 'postgres' | 'folder' | undefined {
  if (where === 'memory') return 'memory'
  if (/^postgres(?:ql)?:\/\//i.test(where)) return 'postgres'
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(where) ? undefined : 'folder'
}

/** What is wrong with a database that has no kind. */
export const noDatabase = 'Expected a folder, postgres://… or memory'
