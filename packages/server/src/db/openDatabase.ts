import { DatabaseError, type Database } from './database.ts'
import { databaseKind, noDatabase } from './databaseKind.ts'
import type { Migrations } from './migrate.ts'
import { openPglite } from './openPglite.ts'
import { openPostgres } from './openPostgres.ts'

export type OpenOptions = {
  migrations: Migrations
  /** The program's name, which PostgreSQL shows for its connections. */
  program: string
  /** Called as soon as this process has locked the database against others. */
  onHeld?: (() => void) | undefined
}

/**
 * Opens the database of the operator's setting: `memory`, `postgres://…`, or a folder.
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
