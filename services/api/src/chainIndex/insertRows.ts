import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'

/** Maximum of rows in one statement. */
const atOnce = 5_000

/**
 * Inserts many rows. Each statement has its rows as one JSON text: a parameter for every value
 * would be slow, and PostgreSQL allows at most 65,535.
 * @param onConflict SQL that follows the rows, such as `on conflict do nothing`
 */
export async function insertRows<table extends PgTable>(
  work: Queries,
  table: table,
  rows: readonly InferInsertModel<table>[],
  onConflict: SQL = sql``,
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, column]) => !column.generatedIdentity,
  )
  for (let start = 0; start < rows.length; start += atOnce) {
    const json = JSON.stringify(rows.slice(start, start + atOnce), writeBigint)
    await work.execute(sql`insert into ${table} (${list(columns, ([, column]) => sql.identifier(column.name))})
      select ${list(columns, ([key, column]) => read(key, column))} from json_to_recordset(${json}::json) as row(${list(columns, ([key, column]) => declare(key, column))})
      ${onConflict}`)
  }
}

/** SQL with the columns of a table's primary key, for `on conflict`. */
export function keyOf(table: PgTable): SQL {
  const columns = getTableConfig(table).primaryKeys.flatMap((key) => key.columns)
  return sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  )
}

type Entry = [key: string, column: PgColumn]

function list(
  columns: readonly Entry[],
  write: (entry: Entry) => SQL | ReturnType<typeof sql.identifier>,
): SQL {
  return sql.join(
    columns.map((entry) => sql`${write(entry)}`),
    sql`, `,
  )
}

const isBytes = (column: PgColumn) => column.getSQLType() === 'bytea'

function read(key: string, column: PgColumn): SQL {
  return isBytes(column)
    ? sql`decode(substr(row.${sql.identifier(key)}, 3), 'hex')`
    : sql`row.${sql.identifier(key)}`
}

function declare(key: string, column: PgColumn): SQL {
  return sql`${sql.identifier(key)} ${sql.raw(isBytes(column) ? 'text' : column.getSQLType())}`
}

function writeBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
