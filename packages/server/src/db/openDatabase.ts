import { DatabaseError, type Database } from './database.ts'
import { databaseKind, noDatabase } from './databaseKind.ts'
import type { Migrations } from './migrate.ts'
import { openPglite } from './openPglite.ts'
import { openPostgres } from './openPostgres.ts'

export type OpenOptions = {
  migrations: Migrations
  /** The program's name, as PostgreSQL shows it. */
  program: string
  /** Called as soon as no other process can lock the database. */
  onHeld?: (() => void) | undefined
}

/**
 * Opens the operator's database: `memory`, `postgres://…`, or a folder.
 * @throws DatabaseError, FolderInUseError, FolderError
 */
export async function openDatabase(
  location: string,
  { migrations, program, onHeld = () => {} }: OpenOptions,
): Promise<Database> {
  const kind = databaseKind(location)
  if (kind === undefined) throw new DatabaseError(noDatabase)
  if (kind === 'folder') return openPglite({ migrations, folder: location, onHeld })
  onHeld()
  return kind === 'memory'
    ? openPglite({ migrations })
    : openPostgres(location, { migrations, program })
}
