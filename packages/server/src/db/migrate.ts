import { sql, type SQLChunk } from 'drizzle-orm'
import { DatabaseError, type Queries } from './database.ts'

/** The tables of a program, by their versions. */
export type Migrations = {
  /** The table that holds the version. Programs that share a database have one each. */
  table: string
  /**
   * The statements of each version. A version is never changed once it has been released.
   * PostgreSQL 15.
   */
  versions: readonly (readonly string[])[]
}

/**
 * An arbitrary number that no other program locks: only one process at a time may create tables.
 */
const lock = 5_394_202_618

/**
 * Migrates the tables to the newest version, or leaves them as they were.
 * @throws DatabaseError when their version is newer than this program's
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
