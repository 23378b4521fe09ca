import { DatabaseError, type Database } from './database.ts'
import { databaseKind, noDatabase } from './databaseKind.ts'
import { openPglite } from './openPglite.ts'
import { openPostgres } from './openPostgres.ts'

/**
 * Opens the operator's database: `memory`, `postgres://…`, or a folder.
 * @param onHeld is called as soon as no other process can lock it
 * @throws DatabaseError, FolderInUseError, FolderError
 */
export async function openDatabase(where: string, onHeld: () => void = () => {}): Promise<Database> {
  const kind = databaseKind(where)
  if (kind === undefined) throw new DatabaseError(noDatabase)
  if (kind === 'folder') return openPglite({ folder: where, onHeld })
  onHeld()
  return kind === 'memory' ? openPglite() : openPostgres(where)
}
