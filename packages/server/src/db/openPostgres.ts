import { inTime, within } from '../waiting.ts'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, Pool, type ClientConfig, type PoolClient } from 'pg'
import { DatabaseError, type Database, type Leadership, type Queries } from './database.ts'
import { databaseFailure } from './databaseFailure.ts'
import { migrate, type Migrations } from './migrate.ts'

/**
 * `connections` is the number of connections for queries. All other values are in milliseconds. The
 * server ends a statement after `statement`. If the server is silent, this client gives the
 * statement up after `query`.
 */
const usual = {
  connections: 10,
  connect: 10_000,
  statement: 30_000,
  query: 35_000,
  idle: 60_000,
  close: 5_000,
  fault: 900,
}

/**
 * A connection that always has an error listener. Without a listener, an error outside a query
 * would end the process.
 */
class HeardClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.on('error', () => {}) // an error ends the connection, and its queries fail
  }
}

/**
 * Opens a PostgreSQL, 15 or newer, which several processes may share.
 * @param url `postgres://user:password@host/name`. `sslmode` is as in PostgreSQL's own programs,
 *   except that `prefer` never connects without TLS
 * @throws DatabaseError if it cannot be reached or used, with the code that says why
 */
export async function openPostgres(
  url: string,
  {
    migrations,
    program,
    limits: changed,
  }: { migrations: Migrations; program: string; limits?: Partial<typeof usual> },
): Promise<Database> {
  const limits = { ...usual, ...changed }
  const config: ClientConfig = {
    connectionString: /[?&]sslmode=/.test(url) ? `${url}&uselibpqcompat=true` : url,
    application_name: program,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    query_timeout: limits.query,
  }
  const pool = new Pool({
    ...config,
    Client: HeardClient,
    max: limits.connections,
    idleTimeoutMillis: limits.idle,
  })
  pool.on('error', () => {}) // an idle connection has ended; the next query opens another
  const queries = queriesOf(pool)
  const close = closer(pool, limits.close)
  try {
    await migrate(queries, migrations)
  } catch (error) {
    await close()
    throw databaseFailure(error)
  }
  const fault = () =>
    inTime(limits.fault, queries.execute(sql`select 1`)).then(
      () => undefined,
      () => 'The database does not answer',
    )
  return {
    queries,
    isShared: true,
    close,
    lead: (name) => lead(config, name, limits.close),
    maintain: async () => {},
    answeredAt: () => undefined,
    snapshot: undefined,
    fault,
  }
}

/**
 * Returns drizzle's queries, with our own transactions. Drizzle's transactions leak a connection if
 * `begin` fails, and release a connection that still waits for an answer.
 */
function queriesOf(pool: Pool): Queries {
  const queries: NodePgDatabase = drizzle(pool)
  queries.transaction = async (work, settings) => {
    const client = await pool.connect()
    let isFine = false
    try {
      const result = await drizzle(client).transaction(work, settings)
      isFine = true
      return result
    } finally {
      client.release(!isFine)
    }
  }
  return queries
}

/** Makes the function that ends the pool. A query that has not ended after `milliseconds` fails. */
function closer(pool: Pool, milliseconds: number): () => Promise<void> {
  const inUse = new Set<PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_, client) => inUse.delete(client))
  return async () => {
    if (pool.ending) return
    const ended = pool.end()
    if (await within(milliseconds, ended)) return
    await within(
      milliseconds,
      Promise.all([...inUse].map((client) => (client as PoolClient & Client).end())),
    ) // the clients of a pool are objects of this class
  }
}

/**
 * Takes a lock on its own connection. The lock ends with the process, even with a killed process.
 */
async function lead(
  config: ClientConfig,
  name: string,
  milliseconds: number,
): Promise<Leadership | undefined> {
  const lost = new AbortController()
  const client = new HeardClient(config)
  const lose = () => lost.abort(new DatabaseError('The connection with the lock ended'))
  client.on('error', lose).on('end', lose)
  const release = async () => {
    lost.abort(new DatabaseError('The lock was given back'))
    await within(milliseconds, client.end())
  }
  try {
    await client.connect()
    const { rows } = await client.query<{ has: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as has',
      [`latchkey ${name}`],
    )
    if (rows[0]?.has === true) return { lost: lost.signal, release }
  } catch (error) {
    await release()
    throw databaseFailure(error)
  }
  await release()
  return undefined
}
