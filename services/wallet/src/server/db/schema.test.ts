import { randomUUID } from 'node:crypto'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantLife } from '../limits.ts'
import { migrations } from './migrations.ts'
import { purge } from './purge.ts'
import * as schema from './schema.ts'

let database: Database
beforeAll(
  async () => void (database = await openDatabase('memory', { migrations, program: 'test' })),
  60_000,
)
afterAll(() => database.close())

test('the migrations create exactly the columns of the schema', async () => {
  const columns = await database.queries
    .select({
      table: sql<string>`table_name`,
      name: sql<string>`column_name`,
      type: sql<string>`case data_type when 'ARRAY' then replace(udt_name, '_int8', 'bigint') || '[]' else data_type end`,
      nullable: sql<string>`is_nullable`,
    })
    .from(sql`information_schema.columns`)
    .where(sql`table_schema = 'public' and table_name <> ${migrations.table}`)
  const made = columns.map(
    ({ table, name, type, nullable }) =>
      `${table}.${name} ${type} ${nullable === 'YES' ? 'null' : 'not null'}`,
  )
  const believed = Object.values(schema)
    .filter((entry) => entry instanceof PgTable)
    .flatMap((table) => {
      const { name, columns: own } = getTableConfig(table)
      return own.map(
        (column) =>
          `${name}.${column.name} ${column.getSQLType()} ${column.notNull ? 'not null' : 'null'}`,
      )
    })
  expect(made.sort()).toEqual(believed.sort())
})

test('purge deletes only expired rows', async () => {
  const { queries } = database
  const now = 1_000 * 24 * 3_600_000
  await queries.insert(schema.mailings).values([
    { name: 'a', mailedAt: now - 30_001 },
    { name: 'b', mailedAt: now - 30_000 },
  ])
  await queries.insert(schema.counters).values([
    { name: 'a', endsAt: now - 1, takenAt: [1] },
    { name: 'b', endsAt: now, takenAt: [2] },
  ])
  const userId = randomUUID()
  await queries.insert(schema.users).values({ id: userId, createdAt: now })
  const grant = (grantedAt: number, expiresAt: number) => ({
    id: randomUUID(),
    userId,
    facts: new Uint8Array(1),
    grantedAt,
    expiresAt,
  })
  await queries
    .insert(schema.grants)
    .values([grant(1, now - grantLife - 1), grant(2, now - grantLife)])
  await purge(queries, now)
  expect(await queries.select({ at: schema.grants.grantedAt }).from(schema.grants)).toEqual([
    { at: 2 },
  ])
  expect([
    (await queries.select().from(schema.mailings)).length,
    await queries.select({ name: schema.counters.name }).from(schema.counters),
  ]).toEqual([1, [{ name: 'b' }]])
})
