import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'

/** Maximum of rows in one statement. */
const atOnce = 5_000

/**
 * Inserts many rows of a chain. Each statement has the values of a column as one text, a list of
 * PostgreSQL: a parameter for every value would be slow, and PostgreSQL allows at most 65,535.
 * @param chain the id of the chain's row
 * @param onConflict SQL that follows the rows, such as `on conflict do nothing`
 */
export async function insertRows<table extends PgTable>(
  work: Queries,
  table: table,
  chain: number,
  rows: readonly Omit<InferInsertModel<table>, 'chain'>[],
  onConflict: SQL = sql``,
): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'chain')
  const names = columns.map(([, column]) => sql.identifier(column.name))
  for (let start = 0; start < rows.length; start += atOnce) {
    const part = rows.slice(start, start + atOnce)
    const lists = columns.map(([key, column]) => listOf(part, key, column))
    await work.execute(
      sql`insert into ${table} (chain, ${joined(names)}) select ${chain}::integer, row.* from unnest(${joined(lists)}) as row ${onConflict}`,
    )
  }
}

/** SQL with the columns of a table's primary key, for `on conflict`. */
export function keyOf(table: PgTable): SQL {
  const columns = getTableConfig(table).primaryKeys.flatMap((key) => key.columns)
  return joined(columns.map((column) => sql.identifier(column.name)))
}

type Part = SQL | ReturnType<typeof sql.identifier>

function joined(parts: readonly Part[]): SQL {
  return sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  )
}

/** SQL with the values of one column. Source: PostgreSQL, 8.15.2, Array Value Input */
function listOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  key: string,
  column: PgColumn,
): SQL {
  const type = column.getSQLType()
  const write = type === 'bytea' ? writeBytes : String
  let values = ''
  for (const row of rows) {
    const value = row[key]
    const text = value === null || value === undefined ? 'NULL' : write(value)
    values += values === '' ? text : `,${text}`
  }
  return sql`${`{${values}}`}::text::${sql.raw(type)}[]`
}

/** Bytes in a list. Hex needs no other escape than that of its prefix. */
const writeBytes = (hex: unknown) => `"\\\\x${String(hex).slice(2)}"`
