import type { Database } from './database.ts'
import { openPglite } from './openPglite.ts'
import { openPostgres } from './openPostgres.ts'

/**
 * Opens what the operator named: `memory`, `postgres://…`, or a folder.
 * @throws DatabaseError, FolderInUseError
 */
export function openDatabase(where: string): Promise<Database> {
  if (/^postgres(?:ql)?:\/\//i.test(where)) return openPostgres(where)
  return openPglite(where === 'memory' ? {} : { folder: where })
}
