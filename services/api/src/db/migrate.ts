import { sql } from 'drizzle-orm'
import { DatabaseError, type Queries } from './database.ts'
import { migrations } from './migrations.ts'

/** An arbitrary number that no other program locks: only one process at a time may create tables. */
const lock = 5_394_202_618

/**
 * Migrates the tables to the newest version, or leaves them as they were.
 * @throws DatabaseError when their version is newer than this program's
 */
export async function migrate(queries: Queries): Promise<void> {
  await queries.transaction(async (work) => {
    await work.execute(sql.raw(`select pg_advisory_xact_lock(${lock})`))
    await work.execute(sql`create table if not exists latchkey_schema (version integer not null)`)
    const version = await versionIn(work)
    if (version > migrations.length) throw new DatabaseError(`The database is of version ${version}, this program knows up to ${migrations.length}`)
    for (const statements of migrations.slice(version)) for (const statement of statements) await work.execute(sql.raw(statement))
    await work.execute(sql`delete from latchkey_schema`)
    await work.execute(sql`insert into latchkey_schema values (${migrations.length})`)
  })
}

async function versionIn(work: Queries): Promise<number> {
  const [row] = await work.select({ version: sql<number>`version` }).from(sql`latchkey_schema`)
  return row?.version ?? 0
}
