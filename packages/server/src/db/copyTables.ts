import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DatabaseError, type Queries } from './database.ts'

/**
 * Summarizes a table: its number of rows, and a sum over their contents. The order of the rows does
 * not matter.
 */
type Digest = { rows: number; sum: bigint }
/**
 * The result of a copy, with the number of rows of each table. `known`: the rows were already
 * there.
 */
export type Copied = { outcome: 'copied' | 'known'; tables: Readonly<Record<string, number>> }

/** How many rows are read and written at a time. */
const page = 500
const modulus = 2n ** 64n
const none: Digest = { rows: 0, sum: 0n }

/**
 * Copies all rows of all tables into another database that has the same tables without rows. The
 * whole copy becomes visible at once, or not at all. It is read again and compared. If the other
 * database already has the same rows, it does not change. PostgreSQL 15.
 * @param options.skip tables that are not copied
 * @throws DatabaseError if the other database has other rows, or does not contain what was written
 */
export async function copyTables(
  from: Queries,
  to: Queries,
  {
    skip,
    onTable = () => {},
  }: { skip: readonly string[]; onTable?: (table: string, rows: number) => void },
): Promise<Copied> {
  const tables = (await tablesIn(from)).filter((table) => !skip.includes(table))
  return to.transaction(async (write) => {
    const [here, there] = [new Map<string, Digest>(), new Map<string, Digest>()]
    for (const table of tables) there.set(table, await digestOf(write, table))
    const isEmpty = [...there.values()].every(({ rows }) => rows === 0)
    for (const table of tables) {
      here.set(
        table,
        await from.transaction((read) => copyTable(read, isEmpty ? write : undefined, table)),
      )
      onTable(table, here.get(table)?.rows ?? 0)
    }
    if (isEmpty) for (const table of tables) there.set(table, await digestOf(write, table))
    for (const table of tables) {
      const [one, other] = [here.get(table) ?? none, there.get(table) ?? none]
      if (one.rows === other.rows && one.sum === other.sum) continue
      throw new DatabaseError(
        isEmpty
          ? `${table}: PostgreSQL has not stored what was written`
          : `${table}: PostgreSQL has other rows already (${other.rows}): name an empty database`,
      )
    }
    if (isEmpty) for (const table of tables) await copySequences(from, write, table)
    return {
      outcome: isEmpty ? 'copied' : 'known',
      tables: Object.fromEntries([...here].map(([table, { rows }]) => [table, rows])),
    }
  })
}

/**
 * Returns the names of all tables. A table comes after the tables to which it refers.
 * @throws DatabaseError if tables refer to each other in a circle
 */
async function tablesIn(queries: Queries): Promise<string[]> {
  const found = await rowsOf(
    queries,
    sql`select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1`,
  )
  const references = (await rowsOf(
    queries,
    sql`select conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )) as { name: string; target: string }[] // the statement returns this shape
  const ordered: string[] = []
  for (let left = found.map(({ name }) => String(name)); left.length > 0; ) {
    const free = left.filter((table) =>
      references.every(({ name, target }) => name !== table || !left.includes(target)),
    )
    if (free.length === 0) throw new DatabaseError(`Tables refer to each other: ${left.join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/**
 * Reads the contents of a table in pages, within a transaction. Each row is read as JSON text,
 * which PostgreSQL always writes in the same way.
 */
async function* pagesOf(work: Queries, table: string): AsyncIterable<string[]> {
  await work.execute(
    sql.raw(
      `declare latchkey_copy no scroll cursor for select to_jsonb(one)::text as row from ${table} one`,
    ),
  )
  for (;;) {
    const rows = (await rowsOf(work, sql.raw(`fetch ${page} from latchkey_copy`))).map(({ row }) =>
      String(row),
    )
    if (rows.length > 0) yield rows
    if (rows.length < page) break
  }
  await work.execute(sql.raw('close latchkey_copy'))
}

function add({ rows, sum }: Digest, texts: readonly string[]): Digest {
  const more = texts.reduce(
    (total, text) => total + createHash('sha256').update(text).digest().readBigUInt64BE(),
    sum,
  )
  return { rows: rows + texts.length, sum: more % modulus }
}

async function copyTable(
  read: Queries,
  write: Queries | undefined,
  table: string,
): Promise<Digest> {
  let digest = none
  for await (const rows of pagesOf(read, table)) {
    digest = add(digest, rows)
    await write?.execute(
      sql`insert into ${sql.raw(table)} overriding system value select * from jsonb_populate_recordset(null::${sql.raw(table)}, ${`[${rows.join(',')}]`}::jsonb)`,
    )
  }
  return digest
}

async function digestOf(work: Queries, table: string): Promise<Digest> {
  let digest = none
  for await (const rows of pagesOf(work, table)) digest = add(digest, rows)
  return digest
}

/** Copies the state of generated numbers, so that the copy continues with the next number. */
async function copySequences(from: Queries, to: Queries, table: string): Promise<void> {
  const columns = await rowsOf(
    from,
    sql`select attname as name, pg_get_serial_sequence(${table}, attname) as sequence from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and pg_get_serial_sequence(${table}, attname) is not null`,
  )
  for (const { name, sequence } of columns) {
    const [state] = await rowsOf(
      from,
      sql.raw(`select last_value::text as value, is_called as called from ${String(sequence)}`),
    )
    await to.execute(
      sql`select setval(pg_get_serial_sequence(${table}, ${String(name)}), ${String(state?.['value'])}::bigint, ${state?.['called'] === true})`,
    )
  }
}

/** Returns the rows of a statement, with either driver. */
async function rowsOf(
  queries: Queries,
  statement: Parameters<Queries['execute']>[0],
): Promise<Record<string, unknown>[]> {
  const answer = (await queries.execute(statement)) as unknown as {
    rows: Record<string, unknown>[]
  } // both drivers return this shape
  return answer.rows
}
