/**
 * Tests PGlite on a disk that breaks. `smallDisk.slow.test.ts` runs it as `brokenDisk.entry.ts SCENE
 * FOLDER`; FOLDER is a mount of its own.
 */
import { spawnSync } from 'node:child_process'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { wait } from '../waiting.ts'
import { openPglite } from '../db/openPglite.ts'
import { createPgliteClient } from '../db/pgliteClient.ts'
import { startPgliteThread } from '../db/pgliteThread.ts'
import { migrations } from './sampleTables.ts'

const [scene = '', mount = ''] = process.argv.slice(2)
const folder = join(mount, 'index')
const print = (text: string) => process.stdout.write(`${text}\n`)
const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)

/** Fills the disk until only `left` bytes are free. */
async function fill(left: number): Promise<void> {
  const { bavail, bsize } = await statfs(mount)
  spawnSync('dd', [
    'if=/dev/zero',
    `of=${join(mount, 'ballast')}`,
    'bs=1024',
    `count=${Math.floor((bavail * bsize - left) / 1_024)}`,
  ])
}

/** Makes a folder read-only by mounting a read-only view over it; `release` removes the mount. */
const protect = (path: string) =>
  [
    ['--bind', path, path],
    ['-o', 'remount,ro,bind', path],
  ].map((words) => spawnSync('mount', words))
const release = (path: string) => spawnSync('umount', [path])

/** Writes rows, one transaction each, while the disk breaks and then works again. */
async function breaksAndMends(breakIt: () => unknown, mendIt: () => unknown): Promise<void> {
  const database = await openPglite({ migrations, folder })
  const write = () =>
    database.queries
      .transaction((work) => work.execute(sql`insert into t values (1)`))
      .then(
        () => print('written'),
        (error: unknown) => print(nameOf(error)),
      )
  const read = async () => {
    const { rows } = (await database.queries.execute(
      sql`select count(*)::int as n from t`,
    )) as unknown as { rows: { n: number }[] } // the statement returns this shape
    print(`read ${rows[0]?.n}`)
  }
  const tryToRead = () => read().catch((error: unknown) => print(`read: ${nameOf(error)}`))
  await database.queries.execute(sql`create table t (a int)`)
  await write()
  await breakIt()
  await write()
  print((await database.fault()) ?? 'fine')
  await tryToRead()
  await mendIt()
  await write()
  print((await database.fault()) ?? 'fine')
  await read()
  await database.close()
}

/**
 * The scene in which the disk becomes full after the check. There is no room for PGlite's log, and
 * PGlite hangs.
 */
async function fillsMeanwhile(): Promise<void> {
  await (await openPglite({ migrations, folder })).close()
  const limits = { statement: 3_000, upkeep: 3_000, turn: 30_000, open: 60_000 }
  const client = createPgliteClient({
    start: async () => startPgliteThread({ folder: join(folder, 'data'), tar: undefined }),
    check: async () => {},
    limits,
  })
  await client.query('create table t (a int primary key, b text)')
  await client.query("insert into t select g, '' from generate_series(1, 20) g")
  print('written')
  await fill(10_000_000)
  let written = 0
  const write = (number: number) =>
    client.transaction((work) =>
      work.query(`update t set b = '${number} ' || repeat(md5(random()::text), 20)`),
    )
  try {
    for (; written < 100_000; written += 1) await write(written)
  } catch (error) {
    print(nameOf(error))
  }
  print(client.fault() ?? 'fine')
  await rm(join(mount, 'ballast'))
  for (let look = 0; look < 100 && client.fault() !== undefined; look++) await wait(100)
  print(client.fault() ?? 'fine')
  const { rows } = (await client.query(
    "select distinct split_part(b, ' ', 1)::int as n from t",
  )) as unknown as { rows: { n: number }[] } // the statement returns this shape
  print(
    rows.length === 1 && rows[0]?.n === written - 1
      ? 'all there'
      : `lost: ${JSON.stringify(rows)} of ${written}`,
  )
  await write(0)
  print(client.fault() ?? 'fine')
  await client.close()
}

if (scene === 'full')
  await breaksAndMends(
    () => fill(1_000_000),
    () => rm(join(mount, 'ballast')),
  )
if (scene === 'fills') await fillsMeanwhile()
if (scene === 'readOnly') {
  await breaksAndMends(
    () => protect(folder),
    () => release(folder),
  )
  protect(mount)
  await openPglite({ migrations, folder: join(mount, 'other') }).catch((error: unknown) =>
    print(`cannot be opened: ${nameOf(error)}`),
  )
}
