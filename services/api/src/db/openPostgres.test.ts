import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../testing/startTestPostgres.ts'
import { DatabaseError } from './database.ts'
import { openPostgres } from './openPostgres.ts'

let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

test('of several processes one has the work in hand, until it gives it back or its connection ends', { timeout: 120_000 }, async () => {
  const url = await server.create()
  const [one, other] = await Promise.all([openPostgres(url), openPostgres(url)])
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
  const third = await one.lead('work')
  expect(third).toBeDefined()
  await Promise.all([third?.release(), second?.release()])
  await Promise.all([one.close(), other.close()])
})

test('a database that does not answer is an error that tells no password', { timeout: 120_000 }, async () => {
  const failure = await openPostgres('postgres://someone:secret@127.0.0.1:1/none').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseError)
  expect(String(failure)).not.toContain('secret')
})
