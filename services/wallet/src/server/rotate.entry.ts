/**
 * Runs `latchkey-wallet rotate-keys`: encrypts everything with the first key of LATCHKEY_KEYS.
 * README.md says when.
 */
import { readFile } from 'node:fs/promises'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { startFailure } from '@latchkey/server/startFailure'
import { DatabaseError, type Database } from '@latchkey/server/db/database'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { OptionError } from '@latchkey/server/optionError'
import { migrations } from './db/migrations.ts'
import { createKeyring, KeyError, type Keyring } from './keys/createKeyring.ts'
import { rotateKeys } from './keys/rotateKeys.ts'
import { readRotation } from './readEnvironment.ts'

async function rotate({ queries, close }: Database, keyring: Keyring): Promise<number> {
  try {
    return await rotateKeys(queries, keyring)
  } finally {
    await close()
  }
}

try {
  const { database: where, keys } = await readRotation(process.env, (path) =>
    readFile(path, 'utf8'),
  )
  const keyring = createKeyring(keys)
  const database = await openDatabase(where, { migrations, program: 'latchkey-wallet' })
  const changed = await rotate(database, keyring)
  process.stdout.write(
    `${changed} rows changed. Everything is encrypted under the first key of LATCHKEY_KEYS.\n`,
  )
} catch (error) {
  const failure = startFailure(error, [
    OptionError,
    KeyError,
    DatabaseError,
    FolderInUseError,
    FolderError,
  ])
  if (failure === undefined) throw error
  process.stderr.write(`${failure}\n`)
  process.exitCode = 1
}
