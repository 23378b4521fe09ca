import { sql, type SQLChunk } from 'drizzle-orm'
import { DatabaseError, type Queries } from './database.ts'

/** The tables of a program, by version. */
export type Migrations = {
  /** The table that stores the version. Programs that share a database have different ones. */
  table: string
  /** The statements of each version. A released version never changes. PostgreSQL 15. */
  versions: readonly (readonly string[])[]
}

/**
 * The number of a lock, which no other program uses. While a process holds it, no other process
 * creates tables.
 */
const lock = 5_394_202_618

/**
 * Migrates the tables to the newest version, if they are older.
 * @throws DatabaseError if their version is newer than this program's
 */
export async function migrate(queries: Queries, { table, versions }: Migrations): Promise<void> {
  const name = sql.identifier(table)
  await queries.transaction(async (work) => {
    await work.execute(sql.raw(`select pg_advisory_xact_lock(${lock})`))
    await work.execute(sql`create table if not exists ${name} (version integer not null)`)
    const version = await versionIn(work, name)
    if (version > versions.length)
      throw new DatabaseError(
        `The database is of version ${version}, this program knows up to ${versions.length}`,
      )
    for (const statements of versions.slice(version))
      for (const statement of statements) await work.execute(sql.raw(statement))
    await work.execute(sql`delete from ${name}`)
    await work.execute(sql`insert into ${name} values (${versions.length})`)
  })
}

async function versionIn(work: Queries, table: SQLChunk): Promise<number> {
  const [row] = await work.select({ version: sql<number>`version` }).from(sql`${table}`)
  return row?.version ?? 0
}
