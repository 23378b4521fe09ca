import { getTableConfig } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './openDatabase.ts'
import { orders, outbox, payouts } from './schema.ts'

test('the migrations create exactly the columns of the schema', {
  timeout: 60_000,
}, async () => {
  const database = await openDatabase('memory')
  onTestFinished(() => database.close())
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
  const believed = [orders, outbox, payouts].flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map(
      (column) =>
        `${name}.${column.name} ${column.getSQLType()} ${column.notNull ? 'not null' : 'null'}`,
    )
  })
  expect(made.toSorted()).toEqual(believed.toSorted())
})
