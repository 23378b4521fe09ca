import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deferred } from '../testing/deferred.ts'
import { startLine } from '../testing/startLine.ts'
import { startTestPostgres, type TestPostgres } from '../testing/startTestPostgres.ts'
import { DatabaseError } from './database.ts'
import { openPostgres } from './openPostgres.ts'
import { migrations, things } from '../testing/sampleTables.ts'

const used = { migrations, program: 'latchkey' }
let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

test('one of several processes leads, until it releases the lead or its connection ends', {
  timeout: 120_000,
}, async () => {
  const url = await server.create()
  const [one, other] = await Promise.all([openPostgres(url, used), openPostgres(url, used)])
  const first = await one.lead('work')
  expect(first?.lost.aborted).toBe(false)
  expect(await other.lead('work')).toBeUndefined()
  expect(await one.lead('work')).toBeUndefined()
  const apart = await other.lead('other work')
  expect(apart).toBeDefined()
  await apart?.release()

  await first?.release()
  expect(first?.lost.aborted).toBe(true)
  const second = await other.lead('work')
  const lost = second && once(second.lost, 'abort')
  await server.cutConnections()
  await lost
  expect(second?.lost.reason).toBeInstanceOf(DatabaseError)
  // the client notices the end before PostgreSQL has released the lock
  let third: Awaited<ReturnType<typeof one.lead>>
  await expect.poll(async () => (third ??= await one.lead('work'))).toBeDefined()
  await Promise.all([third?.release(), second?.release()])
  await Promise.all([one.close(), other.close()])
})

test('the error for a database that does not answer does not contain the password', {
  timeout: 120_000,
}, async () => {
  const failure = await openPostgres('postgres://someone:secret@127.0.0.1:1/none', used).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(DatabaseError)
  expect(String(failure)).not.toContain('secret')
})

test('the error for an unusable database has its code, but no address, name or password', {
  timeout: 120_000,
}, async () => {
  const url = await server.create()
  const owner = await openPostgres(url, used)
  onTestFinished(owner.close)
  await owner.queries.execute(sql`create role powerless login password 'secret'`)
  const changed = (change: (at: URL) => void) => {
    const at = new URL(url)
    change(at)
    return at.href
  }
  const failureOf = (at: string) =>
    openPostgres(at, used).then(
      () => 'opened',
      (error: unknown) => String(error),
    )
  expect(await failureOf(changed((at) => (at.pathname = '/missing')))).toBe(
    'DatabaseError: The database refuses: 3D000 invalid_catalog_name',
  )
  expect(await failureOf(changed((at) => (at.username = 'missing')))).toBe(
    'DatabaseError: The database refuses: 28000 invalid_authorization_specification',
  )
  await owner.queries.execute(sql`drop table latchkey_schema`)
  expect(
    await failureOf(
      changed((at) => Object.assign(at, { username: 'powerless', password: 'secret' })),
    ),
  ).toBe('DatabaseError: The database refuses: 42501 insufficient_privilege')
  expect(await failureOf(changed((at) => at.searchParams.set('sslmode', 'require')))).toBe(
    'DatabaseError: The database does not speak TLS, which sslmode asks for',
  )
  expect(await failureOf('postgres://someone:secret@127.0.0.1:1/none')).toBe(
    'DatabaseError: The database does not answer: ECONNREFUSED',
  )
})

test('when connections are cut repeatedly, every query settles, and later queries succeed', {
  timeout: 60_000,
}, async () => {
  const line = await startLine(await server.create())
  onTestFinished(line.close)
  const database = await openPostgres(line.url, used)
  const { queries } = database
  await queries.execute(sql`create table words (word text not null)`)
  const word = 'a word '.repeat(10_000) // long enough to be sent in several pieces
  const requests: readonly (() => Promise<unknown>)[] = [
    () => queries.execute(sql`select ${word}::text`),
    () => queries.execute(sql`select generate_series(1, 2000)`),
    () =>
      queries.transaction(async (work) => {
        await work.execute(sql`insert into words values (${word})`)
        await work.execute(sql`delete from words`)
      }),
    async () => (await database.lead('work'))?.release(),
  ]
  const seen = { answered: 0, failures: new Array<unknown>() }
  const over = new AbortController()
  const pending = requests
    .flatMap((ask) => [ask, ask])
    .map(async (ask) => {
      while (!over.signal.aborted)
        await ask().then(
          () => (seen.answered += 1),
          (error: unknown) => seen.failures.push(error),
        )
    })
  for (let cut = 0; cut < 60; cut++) {
    // a varying number of queries, so that each cut happens at another position
    for (let step = 0; step < cut % 6; step++) await queries.execute(sql`select 1`).catch(() => {})
    line.cut()
  }
  over.abort()
  await Promise.all(pending)
  expect(seen.answered).toBeGreaterThan(0)
  expect(seen.failures.length).toBeGreaterThan(0)
  expect(seen.failures.every((failure) => failure instanceof Error)).toBe(true)

  await expect
    .poll(async () => {
      // the server may need some time to notice that the leader has ended
      const leader = await database.lead('work')
      await leader?.release()
      return leader !== undefined
    })
    .toBe(true)
  const together = meeting(10) // as many as connections: none was leaked
  await Promise.all(
    Array.from({ length: 10 }, () =>
      queries.transaction(async (work) => {
        await work.execute(sql`select 1`)
        await together()
      }),
    ),
  )
  await database.close()
})

test('a query that a silent server does not answer fails, and `close` does not wait for it', {
  timeout: 60_000,
}, async () => {
  const line = await startLine(await server.create())
  onTestFinished(line.close)
  const patient = await openPostgres(line.url, { ...used, limits: { close: 50 } })
  const hasty = await openPostgres(line.url, { ...used, limits: { query: 2_000 } })
  const begun = meeting(2)
  const requests = [patient, hasty].map(({ queries }) =>
    queries
      .transaction(async (work) => {
        await begun()
        line.hang()
        await work.execute(sql`select 1`)
      })
      .then(
        () => 'answered',
        () => 'failed',
      ),
  )
  expect(await requests[1]).toBe('failed')
  await Promise.all([patient.close(), hasty.close()])
  expect(await requests[0]).toBe('failed')
})

test('numbers and bytes are stored and read with their types', async () => {
  const database = await openPostgres(await server.create(), used)
  const far = 2n ** 256n
  await database.queries.insert(things).values({ owner: '0x00ff', kind: 2, amount: -far })
  expect(await database.queries.select().from(things)).toEqual([
    { owner: '0x00ff', kind: 2, amount: -far },
  ])
  await database.close()
})

/** Makes a function that waits until `expected` callers are waiting. */
function meeting(expected: number): () => Promise<void> {
  let arrived = 0
  const { promise, resolve } = deferred()
  return () => {
    if (++arrived === expected) resolve()
    return promise
  }
}
