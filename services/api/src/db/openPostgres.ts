import { inTime } from '@latchkey/server/waiting'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { DatabaseError, type Database, type Leadership } from './database.ts'
import { migrate } from './migrate.ts'

/** Connections for queries; seconds to get one; milliseconds for one statement, and to say how it is. */
const limits = { connections: 10, connect: 10, statement: 30_000, fault: 900 }

/**
 * Opens a PostgreSQL, 15 or newer, that several processes may share.
 * @param url `postgres://user:password@host/name`
 * @throws DatabaseError when it can't be reached
 */
export async function openPostgres(url: string): Promise<Database> {
  // the library asks for types on every new connection, and ends the process when that connection ends meanwhile
  const common = { fetch_types: false, connect_timeout: limits.connect, onnotice: () => {}, connection: { application_name: 'latchkey-api', statement_timeout: limits.statement } }
  const client = postgres(url, { ...common, max: limits.connections, idle_timeout: 60 })
  const queries = drizzle(client)
  const close = () => client.end({ timeout: 5 })
  try {
    await migrate(queries)
  } catch (error) {
    await close()
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError('The database does not answer', { cause: error })
  }
  const fault = () => inTime(limits.fault, queries.execute(sql`select 1`)).then(() => undefined, () => 'The database does not answer')
  return { queries, close, lead: (name) => lead(url, common, name), maintain: async () => {}, fault }
}

/** A lock of a connection of its own: it ends with the process, however that ends. */
async function lead(url: string, common: postgres.Options<Record<string, never>>, name: string): Promise<Leadership | undefined> {
  const lost = new AbortController()
  const client = postgres(url, { ...common, max: 1, idle_timeout: 0, max_lifetime: null, onclose: () => lost.abort(new DatabaseError('The connection with the lock ended')) })
  const release = async () => {
    lost.abort(new DatabaseError('The lock was given back'))
    await client.end({ timeout: 5 })
  }
  try {
    const [row] = await client`select pg_try_advisory_lock(hashtextextended(${`latchkey ${name}`}, 0)) as has`
    if (row?.['has'] === true) return { lost: lost.signal, release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}
