import { Client } from 'pg'

/** What the API's processes use of a PostgreSQL. */
export type Work = { connections: number; queriesOfMinute: number }

/** What the processes used for a task. Connections: the maximum at once. */
export type TaskWork<value> = { value: value; connections: number; transactions: number }

/** The rows of the index, and the bytes that they take with their keys. */
export type IndexSize = {
  blocks: number
  transactions: number
  transfers: number
  /** Pairs of an account and a transaction. */
  activity: number
  /** Pairs of an account and a token. */
  holdings: number
  bytes: number
}

const tables = ['blocks', 'transactions', 'transfers', 'activity', 'holdings'] as const

/** Milliseconds after which a PostgreSQL process has reported its transactions. */
const reportPause = 1_500

/** Looks into a database without being counted itself. */
export type Observer = {
  /** Counts what the processes use during some seconds. Connections: the maximum at once. */
  work: (seconds: number) => Promise<Work>
  /** Counts what the processes use while a task runs. */
  during: <value>(task: () => Promise<value>) => Promise<TaskWork<value>>
  size: () => Promise<IndexSize>
  close: () => Promise<void>
}

/** Opens an observer of a database. Its own queries run in another database. */
export async function openObserver(url: string): Promise<Observer> {
  const inside = new Client(url)
  const outside = new Client(url.replace(/\/\w+$/, '/postgres'))
  await Promise.all([inside.connect(), outside.connect()])
  // its statements would be counted
  await outside.query('alter system set autovacuum = off')
  await outside.query('select pg_reload_conf()')
  const name = new URL(url).pathname.slice(1)
  const number = async (sql: string) =>
    Number((await outside.query<{ found: string }>(sql, [name])).rows[0]?.found)
  const queries = () =>
    number('select xact_commit as found from pg_stat_database where datname = $1')
  const connections = () =>
    number(
      "select count(*) as found from pg_stat_activity where datname = $1 and application_name = 'latchkey-api'",
    )

  /** Looks at the connections ten times a second, until the task has ended. */
  async function during<value>(task: () => Promise<value>): Promise<TaskWork<value>> {
    const before = await queries()
    let max = 0
    const over = new AbortController()
    const looking = (async () => {
      while (!over.signal.aborted) {
        max = Math.max(max, await connections())
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    const value = await task().finally(() => over.abort())
    await looking
    // a process reports its transactions at most once a second
    await new Promise((resolve) => setTimeout(resolve, reportPause))
    return { value, connections: max, transactions: (await queries()) - before }
  }

  return {
    during,
    async work(seconds) {
      const before = await queries()
      let max = 0
      for (let moment = 0; moment < seconds * 10; moment++) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        max = Math.max(max, await connections())
      }
      return {
        connections: max,
        queriesOfMinute: (((await queries()) - before) / seconds) * 60,
      }
    },
    async size() {
      const size: IndexSize = {
        ...{ blocks: 0, transactions: 0, transfers: 0, activity: 0, holdings: 0 },
        bytes: 0,
      }
      for (const table of tables) {
        const { rows } = await inside.query<{ count: string; bytes: string }>(
          `select count(*), pg_total_relation_size('${table}') as bytes from ${table}`,
        )
        size[table] = Number(rows[0]?.count)
        size.bytes += Number(rows[0]?.bytes)
      }
      return size
    },
    close: async () => void (await Promise.all([inside.end(), outside.end()])),
  }
}
