import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { FolderInUseError } from '../lockFolder.ts'
import { createStore } from './createStore.ts'
import { openPglite } from './openPglite.ts'
import { migrations, places } from '../testing/sampleTables.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'latchkey-index-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a folder stores the writes, is open in one process at a time, and is unpacked again after an interruption', {
  timeout: 120_000,
}, async () => {
  const first = await openPglite({ migrations, folder })
  await first.queries.insert(places).values({ name: 'hill', height: 3 })
  await expect(openPglite({ migrations, folder })).rejects.toThrow(FolderInUseError)
  await first.close()

  const second = await openPglite({ migrations, folder })
  expect(await second.queries.select().from(places).where(eq(places.name, 'hill'))).toMatchObject([
    { height: 3, depth: null },
  ])
  await second.close()

  await rename(join(folder, 'complete'), join(folder, 'unpacking'))
  await writeFile(join(folder, 'data', 'PG_VERSION'), 'torn')
  const third = await openPglite({ migrations, folder })
  expect(await third.queries.select().from(places)).toEqual([])
  await third.close()
})

test('when another process takes the folder, the database writes no more files in it, and stays refused', {
  timeout: 60_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const taken = join(folder, 'taken')
  const store = createStore(() => openPglite({ migrations, folder: taken }))
  const database = await store.open()
  const leadership = await database.lead('one')
  await database.queries.insert(places).values({ name: 'hill', height: 3 })
  const lock = JSON.stringify({
    id: randomUUID(),
    kernel: 'another machine',
    socket: false,
    pid: 1,
  })
  await writeFile(join(taken, 'lock'), lock)
  const control = () => readFile(join(taken, 'data', 'global', 'pg_control'), 'hex')
  const before = await control()
  vi.advanceTimersByTime(2_000) // one heartbeat later
  await expect
    .poll(() => database.fault())
    .toBe('The folder of the database was taken by another process')
  expect(await store.fault()).toBe('The folder of the database was taken by another process')
  expect(leadership?.lost.aborted).toBe(true)
  await expect(database.lead('one')).rejects.toMatchObject({ name: 'FolderLostError' })
  const insert = async () => database.queries.insert(places).values({ name: 'hollow', height: 3 })
  const read = async () => database.queries.select().from(places)
  for (const ask of [insert, read])
    await expect(ask()).rejects.toMatchObject({ cause: { name: 'FolderLostError' } })
  await expect(database.queries.transaction(insert)).rejects.toMatchObject({
    name: 'FolderLostError',
  })
  await database.close()
  expect([await control(), await readFile(join(taken, 'lock'), 'utf8')]).toEqual([before, lock])
})

test('a long statement is not a fault, but a folder that refuses writes is a fault during the statement', {
  timeout: 60_000,
}, async () => {
  const own = join(folder, 'long')
  const database = await openPglite({ migrations, folder: own })
  // drizzle sends a query only when its promise is awaited
  const long = database.queries.execute(sql`select pg_sleep(1.5)`).then(() => 'slept')
  expect(await database.fault()).toBeUndefined()
  await rm(join(own, 'probe'))
  await mkdir(join(own, 'probe'))
  expect(await database.fault()).toBe('The folder of the database cannot be written')
  await rm(join(own, 'probe'), { recursive: true })
  expect(await database.fault()).toBeUndefined()
  expect(await long).toBe('slept')
  await database.close()
})

test('maintenance vacuums every table, and waiting statements run in between', {
  timeout: 60_000,
}, async () => {
  const database = await openPglite({ migrations })
  await database.queries.insert(places).values({ name: 'hill', height: 3 })
  const ended: string[] = []
  const upkeep = database.maintain().then(() => ended.push('upkeep'))
  for (let read = 0; read < 3; read++)
    await database.queries
      .select()
      .from(places)
      .then(() => ended.push('reading'))
  await upkeep
  expect(ended).toEqual(['reading', 'reading', 'reading', 'upkeep'])
  const { rows } = (await database.queries.execute(
    sql`select relallvisible as tidy, exists (select 1 from pg_stats where tablename = 'places') as counted from pg_class where relname = 'places'`,
  )) as unknown as { rows: unknown[] } // PGlite returns this shape
  expect(rows).toEqual([{ tidy: 1, counted: true }])
  await database.close()
})
