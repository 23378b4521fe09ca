import type { Database } from '@latchkey/server/db/database'
import { databaseFailure } from '@latchkey/server/db/databaseFailure'
import { migrate } from '@latchkey/server/db/migrate'
import { openDatabase as open } from '@latchkey/server/db/openDatabase'
import { nameMigrations } from '../names/migrations.ts'
import { onrampMigrations } from '../onramp/migrations.ts'
import { pictureMigrations } from '../icons/fetched/migrations.ts'
import { operationMigrations } from '../smartAccounts/migrations.ts'
import { sessionMigrations } from '../sessions/migrations.ts'
import { migrations } from './migrations.ts'

/**
 * The newest version of each group of tables that this program knows. The keys are the tables that
 * store the versions.
 */
export const versions: Readonly<Record<string, number>> = Object.fromEntries(
  [
    migrations,
    nameMigrations,
    onrampMigrations,
    pictureMigrations,
    operationMigrations,
    sessionMigrations,
  ].map((versioned) => [versioned.table, versioned.versions.length]),
)

/**
 * Opens the operator's database with all tables of the API: of the index, names, purchases,
 * pictures, user operations and sessions.
 * @param where `memory`, `postgres://…`, or a folder
 * @param onHeld is called as soon as this process has locked the folder, or needs no lock
 * @throws DatabaseError, FolderInUseError, FolderError
 */
export async function openDatabase(where: string, onHeld?: () => void): Promise<Database> {
  const database = await open(where, { migrations, program: 'latchkey-api', onHeld })
  try {
    await migrate(database.queries, nameMigrations)
    await migrate(database.queries, onrampMigrations)
    await migrate(database.queries, pictureMigrations)
    await migrate(database.queries, operationMigrations)
    await migrate(database.queries, sessionMigrations)
    return database
  } catch (error) {
    await database.close()
    throw databaseFailure(error)
  }
}
