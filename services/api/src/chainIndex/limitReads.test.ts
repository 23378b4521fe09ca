import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApi } from '../createApi.ts'
import { DatabaseError, type Database } from '@latchkey/server/db/database'
import { openDatabase } from '../db/openDatabase.ts'
import { chainAt } from '../testing/chainAt.ts'
import { startLine } from '@latchkey/server/testing/startLine'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { limitReads } from './limitReads.ts'
import { openChainIndex } from './openChainIndex.ts'

let server: TestPostgres
let pglite: Database
beforeAll(
  async () =>
    void ([server, pglite] = await Promise.all([startTestPostgres(), openDatabase('memory')])),
  60_000,
)
afterAll(() => Promise.all([server.stop(), pglite.close()]))

test('a query ends when the database hangs', async () => {
  const line = await startLine(await server.create())
  onTestFinished(line.close)
  const database = await openDatabase(line.url)
  const index = limitReads(await openChainIndex(database.queries, 'eip155:1', 0), database, {
    silent: 100,
    all: 60_000,
  })
  expect(await index.state()).toEqual({ isComplete: false, isConfirmed: false, isAlarmed: false })
  line.hang()
  await expect(index.state()).rejects.toThrow(DatabaseError)
  line.close()
  await database.close()
})

test('when a query takes too long, the queries that wait behind it fail without being sent', async () => {
  const line = await startLine(await server.create())
  onTestFinished(line.close)
  const database = await openDatabase(line.url)
  const index = limitReads(await openChainIndex(database.queries, 'eip155:1', 0), database, {
    silent: 500,
    all: 60_000,
  })
  line.hang()
  const failed = await Promise.all(
    Array.from({ length: 40 }, () =>
      index
        .head()
        .catch((error: unknown) =>
          error instanceof DatabaseError && error.cause instanceof Error
            ? error.cause.message
            : error,
        ),
    ),
  )
  expect(failed).toEqual([
    ...Array<string>(16).fill('The question took too long'),
    ...Array<string>(24).fill('The question before took too long'),
  ])
  line.close()
  await database.close()
})

/**
 * Sends statements to PGlite at once that take half a second each. They run one after the other.
 * `then` sends a statement: drizzle would send it only when it is awaited.
 */
const inLine = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      pglite.queries.execute(sql`select pg_sleep(0.5)`).then(() => 'slept'),
    ),
  )

test('a query to PGlite ends while another statement hangs', { timeout: 30_000 }, async () => {
  const index = limitReads(await openChainIndex(pglite.queries, 'eip155:1', 0), pglite, {
    silent: 200,
    all: 60_000,
  })
  // `then` starts the query: drizzle sends it only when it is awaited
  const hanging = pglite.queries.execute(sql`select pg_sleep(2)`).then(() => 'slept')
  await expect(index.head()).rejects.toThrow(DatabaseError)
  expect(await hanging).toBe('slept')
  expect(await index.head()).toBeUndefined()
})

test('a query to PGlite waits longer while other statements are answered, up to a limit', {
  timeout: 30_000,
}, async () => {
  const index = await openChainIndex(pglite.queries, 'eip155:1', 0)
  const before = inLine(6)
  const answers = [
    { silent: 2_000, all: 60_000 },
    { silent: 60_000, all: 1_000 },
  ].map((limits) =>
    limitReads(index, pglite, limits)
      .head()
      .then(
        () => 'answered',
        () => 'refused',
      ),
  )
  expect(await Promise.all(answers)).toEqual(['answered', 'refused'])
  await before
})

test('data that only the database has is unavailable with status 503 within 5 s while the database hangs', {
  timeout: 40_000,
}, async () => {
  const url = await server.create()
  const line = await startLine(url)
  onTestFinished(line.close)
  const direct = await openDatabase(url)
  await (await openChainIndex(direct.queries, 'eip155:1', 0)).setState({ isComplete: true })
  const api = createApi({
    chains: [{ ...chainAt('http://127.0.0.1:1'), networkId: 'eip155:1', index: { startBlock: 0 } }],
    database: line.url,
  })
  const statuses = () =>
    Promise.all(
      ['nfts', 'history'].map(
        async (path) => (await api.app.request(`/v1/account/0x${'12'.repeat(20)}/${path}`)).status,
      ),
    )
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 200])
  line.hang()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers = statuses()
  for (let passed = 0; passed < 5_000; passed += 100) await vi.advanceTimersByTimeAsync(100)
  expect(await answers).toEqual([503, 503])
  vi.useRealTimers()
  line.close()
  await Promise.all([api.close(), direct.close()])
})
