import type { Database } from '@latchkey/server/db/database'
import { openDatabase as open } from '@latchkey/server/db/openDatabase'
import { migrations } from './migrations.ts'

/**
 * Opens the operator's database with the tables of the index: `memory`, `postgres://…`, or a folder.
 * @param onHeld is called as soon as no other process can lock it
 * @throws DatabaseError, FolderInUseError, FolderError
 */
export function openDatabase(where: string, onHeld?: () => void): Promise<Database> {
  return open(where, { migrations, program: 'latchkey-api', onHeld })
}
