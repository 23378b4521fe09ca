import { open as openFile, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTables } from '@latchkey/server/db/copyTables'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase as open } from '@latchkey/server/db/openDatabase'
import { openDatabase as openApi, versions } from '../../../api/src/db/openDatabase.ts'
import {
  migrations as ofSandbox,
  openDatabase as openSandbox,
} from '../../../sandbox/src/orders/openDatabase.ts'
import { moveToRedis, type MoveOutcome } from '../../../relay/src/store/moveToRedis.ts'
import { migrations } from '../../../wallet/src/server/db/migrations.ts'
import { folders, type Settings } from '../settings/readSettings.ts'
import { SettingsError } from '../settings/settingsError.ts'

/** The file whose presence means that the data of its folder were moved away. */
const marker = 'moved.json'

/**
 * Refuses a folder whose data were moved. A start from it would continue an old state, while the
 * new servers continue the same data.
 * @throws SettingsError
 */
export async function refuseMoved(folder: string): Promise<void> {
  const file = join(folder, marker)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined)
    throw new SettingsError([
      `store: ${folder} was moved to PostgreSQL and Redis (${text.trim()}): name these, or delete ${file} to go back to what was here then`,
    ])
}

/** Opens the database of the e-mail wallet with its own options. */
const openWallet = (where: string): Promise<Database> =>
  open(where, { migrations, program: 'latchkey-wallet' })

/**
 * Moves all data from the folder of one file of settings to the servers of another file. The
 * services must not run. The data in the folder stay unchanged, but no program starts from the
 * folder any more. An interrupted move can be repeated.
 * @throws SettingsError for settings that do not fit; FolderInUseError while the services run;
 *   DatabaseError, MoveError, StoreError
 */
export async function move(
  from: Settings,
  to: Settings,
  print: (line: string) => void,
): Promise<void> {
  const { folder } = from
  const { store } = to.checked
  if (folder === undefined)
    throw new SettingsError(['store: is not a folder, so there is nothing to move'])
  if (typeof store === 'string')
    throw new SettingsError(['store: of --to has to name postgres and redis'])
  const known = (to.wallet?.keys ?? []).map((key) => Buffer.from(key).toString('hex'))
  if (
    to.wallet &&
    (from.wallet?.keys ?? []).some((key) => !known.includes(Buffer.from(key).toString('hex')))
  )
    throw new SettingsError([
      'wallet.keys: of --to lacks a key of before: what it has encrypted could not be read',
    ])
  await refuseMoved(folder)
  const began = performance.now()
  await moveDatabase(
    'api',
    join(folder, folders.api),
    store.postgres,
    openApi,
    Object.keys(versions),
    print,
  )
  await moveDatabase(
    'wallet',
    join(folder, folders.wallet),
    store.postgres,
    openWallet,
    [migrations.table],
    print,
  )
  await moveDatabase(
    'sandbox',
    join(folder, folders.sandbox),
    store.postgres,
    openSandbox,
    [ofSandbox.table],
    print,
  )
  print(
    `relay: ${sentenceFor(await moveToRedis({ folder: join(folder, folders.relay), urls: [store.redis].flat(), cluster: store.cluster }))}`,
  )
  await markMoved(folder)
  print(`moved in ${((performance.now() - began) / 1_000).toFixed(1)} s, and compared`)
}

function sentenceFor(outcome: MoveOutcome): string {
  if (outcome.outcome === 'known') return 'everything was there already'
  const { messages, acknowledgements, subscriptions, watches, events } = outcome.moved
  return `${messages} messages, ${acknowledgements} acknowledgements, ${subscriptions} subscriptions, ${watches} webhooks, ${events} of their events`
}

/** Writes the marker atomically: after a crash it is there as a whole, or not at all. */
async function markMoved(folder: string): Promise<void> {
  const part = join(folder, `${marker}.part`)
  const file = await openFile(part, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ at: new Date().toISOString() })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, join(folder, marker))
}

async function moveDatabase(
  name: string,
  folder: string,
  url: string,
  openIn: (where: string) => Promise<Database>,
  skip: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (!isThere) return print(`${name}: nothing stored`)
  const source = await openIn(folder)
  try {
    const target = await openIn(url)
    try {
      const { outcome, tables } = await copyTables(source.queries, target.queries, { skip })
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
      print(
        `${name}: ${rows} rows of ${Object.keys(tables).length} tables${outcome === 'known' ? ', which were there already' : ''}`,
      )
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
