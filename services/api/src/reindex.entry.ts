/**
 * The command `latchkey-api reindex --from BLOCK [--chain eip155:1]`. It removes the blocks of a
 * chain's index from this block on, so that the service indexes them again. README.md explains when
 * to use it.
 */
import { parseArgs } from 'node:util'
import { DatabaseError } from '@latchkey/server/db/database'
import { databaseKind, noDatabase } from '@latchkey/server/db/databaseKind'
import { openDatabase } from './db/openDatabase.ts'
import { hasPglite } from '@latchkey/server/db/openPglite'
import { reindex, ReindexError } from './indexer/reindex.ts'

/** Reads the arguments of the command. @throws ReindexError that explains the usage */
function readArguments(list: string[]): { from: number; networkId: string | undefined } {
  const usage =
    'Call it with --from BLOCK, and with --chain eip155:1 where several chains are indexed'
  try {
    const { from = '', chain } = parseArgs({
      args: list,
      options: { from: { type: 'string' }, chain: { type: 'string' } },
    }).values
    if (/^\d{1,15}$/.test(from)) return { from: Number(from), networkId: chain }
  } catch {
    // the error below explains the usage
  }
  throw new ReindexError(usage)
}

try {
  const parameters = readArguments(process.argv.slice(2))
  const where = process.env['LATCHKEY_DATABASE']
  if (!where || where === 'memory')
    throw new ReindexError(
      'LATCHKEY_DATABASE has to name the folder or the PostgreSQL of the index',
    )
  const kind = databaseKind(where)
  if (kind === undefined) throw new ReindexError(`LATCHKEY_DATABASE: ${noDatabase}`)
  if (kind === 'folder' && !hasPglite(where))
    throw new ReindexError(
      `LATCHKEY_DATABASE: ${where} has no index in it: name the folder that the service uses`,
    )
  const database = await openDatabase(where)
  try {
    const { networkId, from, takenBack } = await reindex(database, parameters)
    process.stdout.write(
      `${networkId}: ${takenBack} blocks were taken back; the service reads them again from ${from} on.\n`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  const isOwn =
    error instanceof ReindexError ||
    error instanceof DatabaseError ||
    (error instanceof Error && error.name === 'FolderInUseError')
  if (!isOwn) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
