import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations, places } from '../testing/sampleTables.ts'
import { createStore } from './createStore.ts'
import { openPglite } from './openPglite.ts'

let root: string
/** The folder of a closed database that has several pages. */
let whole: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-damaged-'))
  whole = join(root, 'whole')
  const database = await openPglite({ migrations, folder: whole })
  await database.queries.execute(
    sql`insert into places (name, height) select repeat('hill', 40) || n, n from generate_series(1, 5000) n`,
  )
  await database.close()
}, 60_000)
afterAll(() => rm(root, { recursive: true, force: true }))

async function largestIn(folder: string): Promise<{ file: string; size: number }> {
  const names = await readdir(folder, { recursive: true })
  const files = await Promise.all(
    names.map(async (name) => ({
      file: join(folder, name),
      size: (await stat(join(folder, name))).size,
    })),
  )
  return files.reduce((one, other) => (other.size > one.size ? other : one))
}
const logsOf = async (data: string) =>
  (await readdir(join(data, 'pg_wal')))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => join(data, 'pg_wal', name))
const cutLargest = async (data: string, sizeOf: (size: number) => number) => {
  const { file, size } = await largestIn(join(data, 'base'))
  await truncate(file, sizeOf(size))
}

const damages: readonly (readonly [what: string, damage: (data: string) => Promise<unknown>])[] = [
  [
    'a control file of other bytes',
    (data) => writeFile(join(data, 'global', 'pg_control'), Buffer.alloc(8_192, 7)),
  ],
  ['a control file that was cut', (data) => truncate(join(data, 'global', 'pg_control'), 10)],
  ['an empty control file', (data) => truncate(join(data, 'global', 'pg_control'), 0)],
  ['no control file', (data) => rm(join(data, 'global', 'pg_control'))],
  ['the largest table cut to nothing', (data) => cutLargest(data, () => 0)],
  ['the largest table cut within a page', (data) => cutLargest(data, () => 100)],
  [
    'the largest table cut by half, at a page',
    (data) => cutLargest(data, (size) => Math.floor(size / 16_384) * 8_192),
  ],
  ['no largest table', async (data) => rm((await largestIn(join(data, 'base'))).file)],
  ['no folder of tables', (data) => rm(join(data, 'base'), { recursive: true })],
  ['no folder of the log', (data) => rm(join(data, 'pg_wal'), { recursive: true })],
  ['no log', async (data) => Promise.all((await logsOf(data)).map((file) => rm(file)))],
  [
    'a log of other bytes',
    async (data) =>
      Promise.all(
        (await logsOf(data)).map(async (file) =>
          writeFile(file, Buffer.alloc((await stat(file)).size, 7)),
        ),
      ),
  ],
  ['no mark that the files are whole', async (data) => rm(join(data, '..', 'complete'))],
  ['no files at all', (data) => rm(data, { recursive: true })],
]

test.each(damages)(
  '%s: opening fails with a remedy, and a restored backup opens without a restart',
  { timeout: 60_000 },
  async (name, damage) => {
    const folder = join(root, name)
    await cp(whole, folder, { recursive: true })
    await damage(join(folder, 'data'))
    const store = createStore((onHeld) => openPglite({ migrations, folder, onHeld }))
    await expect(store.open()).rejects.toMatchObject({ name: 'UnusableFolderError' })
    expect(await store.fault()).toMatch(
      /damaged.* restore a backup .* begins anew in an empty folder$/,
    )
    // a backup put in its place is used without a restart
    await rm(folder, { recursive: true })
    await cp(whole, folder, { recursive: true })
    const database = await store.open()
    expect([await store.fault(), await database.queries.$count(places)]).toEqual([undefined, 5_000])
    await database.close()
  },
)

test('database files without the file `complete` are not overwritten, and open again with the file', {
  timeout: 60_000,
}, async () => {
  const folder = join(root, 'unmarked')
  await cp(whole, folder, { recursive: true })
  await rm(join(folder, 'complete'))
  await expect(openPglite({ migrations, folder })).rejects.toMatchObject({
    name: 'UnusableFolderError',
  })
  await writeFile(join(folder, 'complete'), '')
  const database = await openPglite({ migrations, folder })
  expect(await database.queries.$count(places)).toBe(5_000)
  await database.close()
})

test('after a program was killed right after it created a database, a later start does not overwrite the database', {
  timeout: 60_000,
}, async () => {
  const folder = join(root, 'killed')
  await cp(whole, folder, { recursive: true })
  await writeFile(join(folder, 'unpacking'), '') // the mark "complete" is there, too
  await openPglite({ migrations, folder }).then((database) => database.close())
  await rm(join(folder, 'complete'))
  await expect(openPglite({ migrations, folder })).rejects.toMatchObject({
    name: 'UnusableFolderError',
  })
})

test('a database that grew, shrank or was not closed opens, and so does one that another program has used', {
  timeout: 120_000,
}, async () => {
  const folder = join(root, 'used')
  await cp(whole, folder, { recursive: true })
  const change = async (work: string) => {
    const database = await openPglite({ migrations, folder })
    await database.queries.execute(sql.raw(work))
    await database.maintain()
    const rows = await database.queries.$count(places)
    await database.close()
    return rows
  }
  const mark = await readFile(join(folder, 'complete'), 'utf8')
  expect(mark).not.toBe('')
  expect(
    await change(
      "insert into places (name, height) select repeat('dale', 40) || n, n from generate_series(1, 5000) n",
    ),
  ).toBe(10_000)
  expect(await change('delete from places where height > 10')).toBe(20)
  await writeFile(join(folder, 'complete'), mark) // as an older version: a mark without sizes
  expect(await change('select 1')).toBe(20)
  await writeFile(join(folder, 'complete'), '')
  expect(await change('truncate places')).toBe(0)
})
