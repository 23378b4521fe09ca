import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
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

test('a new connection asks nothing besides what it is asked: the library has nobody who would hear that it failed', { timeout: 60_000 }, async () => {
  const url = new URL(await server.create())
  let said = ''
  const line = createServer((near) => {
    const far = connect(Number(url.port), url.hostname)
    near.on('error', () => {}).on('data', (part) => (said += part.toString('latin1'))).pipe(far).on('error', () => {}).pipe(near)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  const database = await openPostgres(Object.assign(new URL(url), { port: String((line.address() as AddressInfo).port) }).href) // a server on a port has such an address
  await database.close()
  line.close()
  expect(said).toContain('select')
  expect(said).not.toContain('pg_catalog.pg_type')
})
