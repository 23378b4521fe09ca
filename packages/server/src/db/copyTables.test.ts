import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../testing/startTestPostgres.ts'
import { copyTables } from './copyTables.ts'
import type { Queries } from './database.ts'
import { openDatabase } from './openDatabase.ts'

/**
 * Tables with several kinds of columns, with generated numbers, and with a reference to a table
 * whose name comes later in the alphabet.
 */
const migrations = {
  table: 'sample_schema',
  versions: [
    [
      'create table places (id uuid primary key, name text)',
      'create table entries (id integer primary key, place uuid not null references places, bytes bytea, amount numeric not null, list bigint[] not null, position bigint not null generated always as identity)',
    ],
  ],
}
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

async function openAt(where: string): Promise<Queries> {
  const database = await openDatabase(where, { migrations, program: 'test' })
  onTestFinished(database.close)
  return database.queries
}

/** Creates a database with 1,203 rows, some of which have unusual values. */
async function filled(): Promise<Queries> {
  const from = await openAt('memory')
  await from.execute(
    sql`insert into places values ('00000000-0000-4000-8000-000000000001', ${'é " \\ \n 한'}), ('00000000-0000-4000-8000-000000000002', null)`,
  )
  await from.execute(
    sql`insert into entries (id, place, bytes, amount, list) select i, '00000000-0000-4000-8000-000000000001', decode(md5(i::text), 'hex'), (i::numeric ^ 20) + 0.50, array[i, -i] from generate_series(1, 1200) i`,
  )
  await from.execute(
    sql`insert into entries (id, place, bytes, amount, list) values (-1, '00000000-0000-4000-8000-000000000002', null, 115792089237316195423570985008687907853269984665640564039457584007913129639935, '{}'), (0, '00000000-0000-4000-8000-000000000002', '', 0.000, '{9223372036854775807}')`,
  )
  await from.execute(
    sql`insert into entries (id, place, amount, list) values (5000, '00000000-0000-4000-8000-000000000002', 1, '{}')`,
  )
  return from
}
const all = async (queries: Queries) =>
  (
    (await queries.execute(
      sql`select to_jsonb(e)::text as row from entries e order by id`,
    )) as unknown as { rows: unknown[] }
  ).rows // both drivers return this shape

test('all rows of all types are copied, also in tables with references, and generated numbers continue', async () => {
  const [from, to] = [await filled(), await openAt(await postgres.create())]
  expect(await copyTables(from, to, { skip: ['sample_schema'] })).toEqual({
    outcome: 'copied',
    tables: { places: 2, entries: 1_203 },
  })
  expect(await all(to)).toEqual(await all(from))
  await to.execute(
    sql`insert into entries (id, place, amount, list) values (6000, '00000000-0000-4000-8000-000000000002', 1, '{}')`,
  )
  expect(
    (
      (await to.execute(sql`select position::text from entries where id = 6000`)) as unknown as {
        rows: unknown[]
      }
    ).rows,
  ).toEqual([{ position: '1204' }]) // both drivers return this shape
})

test('equal rows that exist already are accepted, and different rows are refused without a change', async () => {
  const [from, url] = [await filled(), await postgres.create()]
  const to = await openAt(url)
  await copyTables(from, to, { skip: ['sample_schema'] })
  expect((await copyTables(from, to, { skip: ['sample_schema'] })).outcome).toBe('known')
  await to.execute(sql`update entries set amount = amount + 1 where id = 7`)
  const before = await all(to)
  await expect(copyTables(from, to, { skip: ['sample_schema'] })).rejects.toThrow(
    /entries: PostgreSQL has other rows already \(1203\)/,
  )
  expect(await all(to)).toEqual(before)
})

test('when the target database refuses a row, no row is copied', async () => {
  const [from, to] = [await filled(), await openAt(await postgres.create())]
  await to.execute(
    sql`alter table entries add constraint small check (amount < 1000000000000000000000000000000)`,
  )
  await expect(copyTables(from, to, { skip: ['sample_schema'] })).rejects.toThrow()
  expect(
    (
      (await to.execute(sql`select count(*)::int as count from places`)) as unknown as {
        rows: unknown[]
      }
    ).rows,
  ).toEqual([{ count: 0 }]) // both drivers return this shape
})
