/** `latchkey-wallet rotate-keys`: encrypts everything under the first key of LATCHKEY_KEYS; README.md says when. */
import { readFile } from 'node:fs/promises'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { startFailure } from '@latchkey/server/startFailure'
import { DatabaseError } from '@latchkey/server/db/database'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { OptionError } from '@latchkey/server/optionError'
import { migrations } from './db/migrations.ts'
import { createKeyring, KeyError } from './keys/createKeyring.ts'
import { rotateKeys } from './keys/rotateKeys.ts'
import { readRotation } from './readEnvironment.ts'

try {
  const { database: where, keys } = await readRotation(process.env, (path) => readFile(path, 'utf8'))
  const keyring = createKeyring(keys)
  const database = await openDatabase(where, { migrations, program: 'latchkey-wallet' })
  const changed = await rotateKeys(database.queries, keyring).finally(database.close)
  process.stdout.write(`${changed} rows changed. Everything is encrypted under the first key of LATCHKEY_KEYS.\n`)
} catch (error) {
  const failure = startFailure(error, [OptionError, KeyError, DatabaseError, FolderInUseError, FolderError])
  if (failure === undefined) throw error
  process.stderr.write(`${failure}\n`)
  process.exitCode = 1
}
