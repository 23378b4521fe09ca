import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseError, type Database } from '@latchkey/server/db/database'
import { migrate } from '@latchkey/server/db/migrate'
import { migrations } from './migrations.ts'
import { openDatabase } from './openDatabase.ts'
import * as pictureSchema from '../icons/fetched/schema.ts'
import * as onrampSchema from '../onramp/schema.ts'
import * as operationSchema from '../smartAccounts/schema.ts'
import * as sessionSchema from '../sessions/schema.ts'
import * as nameSchema from '../names/schema.ts'
import * as schema from './schema.ts'

let database: Database
beforeAll(async () => void (database = await openDatabase('memory')), 60_000)
afterAll(() => database.close())

const tables = [
  ...Object.values(schema),
  ...Object.values(nameSchema),
  ...Object.values(onrampSchema),
  ...Object.values(pictureSchema),
  ...Object.values(operationSchema),
  ...Object.values(sessionSchema),
].filter((entry) => entry instanceof PgTable)

test('the migrations create exactly the columns of the schema', async () => {
  const columns = await database.queries
    .select({
      table: sql<string>`table_name`,
      name: sql<string>`column_name`,
      type: sql<string>`data_type`,
      nullable: sql<string>`is_nullable`,
    })
    .from(sql`information_schema.columns`)
    .where(sql`table_schema = 'public' and table_name not like 'latchkey\\_%'`)
  const made = columns.map(
    ({ table, name, type, nullable }) =>
      `${table}.${name} ${type} ${nullable === 'YES' ? 'null' : 'not null'}`,
  )
  const believed = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map(
      (column) =>
        `${name}.${column.name} ${column.getSQLType()} ${column.notNull ? 'not null' : 'null'}`,
    )
  })
  expect(made.sort()).toEqual(believed.sort())
})

test('an index stored before the column `highest` existed gets its head as the highest head', async () => {
  await database.queries.execute(
    sql`alter table chains drop column highest, drop column is_confirmed`,
  )
  await database.queries.execute(sql`alter table transactions drop column has_lure`)
  await database.queries.execute(
    sql`insert into chains (network_id, start_block, head) values ('eip155:1', 0, 17), ('eip155:2', 0, null)`,
  )
  await database.queries.execute(sql`update latchkey_schema set version = 2`)
  await migrate(database.queries, migrations)
  expect(
    await database.queries
      .select({ highest: schema.chains.highest })
      .from(schema.chains)
      .orderBy(schema.chains.id),
  ).toEqual([{ highest: 17 }, { highest: null }])
})

test('a second migration changes nothing, and the tables of a newer version are refused and left unchanged', async () => {
  await migrate(database.queries, migrations)
  await database.queries.execute(sql`update latchkey_schema set version = 1000`)
  await expect(migrate(database.queries, migrations)).rejects.toThrow(DatabaseError)
  expect(
    await database.queries.select({ version: sql`version` }).from(sql`latchkey_schema`),
  ).toEqual([{ version: 1000 }])
})
