import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'
import { writeByteList } from './byteLists.ts'
import type { Hex } from './chainIndex.ts'

/** Maximum of rows in one insertion. */
const atOnce = 5_000

type Rows<table extends PgTable> = readonly Omit<InferInsertModel<table>, 'chain'>[]

/** Inserts many rows of a chain. The parameters are those of {@link insertionsOf}. */
export async function insertRows<table extends PgTable>(
  work: Queries,
  table: table,
  chain: number,
  rows: Rows<table>,
  onConflict?: SQL,
): Promise<void> {
  for (const insertion of insertionsOf(table, chain, rows))
    await work.execute(sql`${insertion} ${onConflict ?? sql``}`)
}

/**
 * SQL that inserts many rows of a chain, in as many parts as needed. Each part has the values of a
 * column as one list of PostgreSQL: a parameter for every value would be slow, and PostgreSQL
 * allows at most 65,535.
 * @param chain the id of the chain's row
 * @returns statements that end with `from`, so that a condition or `on conflict` may follow
 */
export function insertionsOf<table extends PgTable>(
  table: table,
  chain: number,
  rows: Rows<table>,
): SQL[] {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'chain')
  const names = joined(columns.map(([, column]) => sql.identifier(column.name)))
  const insertions: SQL[] = []
  for (let start = 0; start < rows.length; start += atOnce) {
    const part = rows.length <= atOnce ? rows : rows.slice(start, start + atOnce)
    const lists = columns.map(([key, column]) => listOf(part, key, column))
    insertions.push(
      sql`insert into ${table} (chain, ${names}) select ${chain}::integer, row.* from unnest(${joined(lists)}) as row`,
    )
  }
  return insertions
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
  if (type === 'bytea') {
    // the rows have the types of the table's columns, and such a column has hex
    const values = rows.map((row) => row[key] as Hex | null | undefined)
    return sql`${writeByteList(values)}::bytea[]`
  }
  const values = rows.map((row) => row[key] ?? 'NULL')
  return sql`${`{${values.join(',')}}`}::text::${sql.raw(type)}[]`
}
