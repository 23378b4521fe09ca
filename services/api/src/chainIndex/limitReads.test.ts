import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApi } from '../createApi.ts'
import { DatabaseError } from '../db/database.ts'
import { openPostgres } from '../db/openPostgres.ts'
import { chainAt } from '../testing/chainAt.ts'
import { startLine } from '../testing/startLine.ts'
import { startTestPostgres, type TestPostgres } from '../testing/startTestPostgres.ts'
import { limitReads } from './limitReads.ts'
import { openChainIndex } from './openChainIndex.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startTestPostgres()
}, 60_000)
afterAll(() => server.stop())

test('a question ends when the database hangs', async () => {
  const line = await startLine(await server.create())
  onTestFinished(line.close)
  const database = await openPostgres(line.url)
  const index = limitReads(await openChainIndex(database.queries, 'eip155:1', 0), 100)
  expect(await index.state()).toEqual({ isComplete: false, isAlarmed: false })
  line.hang()
  await expect(index.state()).rejects.toThrow(DatabaseError)
  line.close()
  await database.close()
})

test('what waits for its turn fails with the question that took too long, and is not asked', async () => {
  const line = await startLine(await server.create())
  onTestFinished(line.close)
  const database = await openPostgres(line.url)
  const index = limitReads(await openChainIndex(database.queries, 'eip155:1', 0), 500)
  line.hang()
  const failed = await Promise.all(Array.from({ length: 40 }, () => index.head().catch((error: unknown) => (error instanceof DatabaseError && error.cause instanceof Error ? error.cause.message : error))))
  expect(failed).toEqual([...Array<string>(16).fill('No answer within 500 ms'), ...Array<string>(24).fill('The question before took too long')])
  line.close()
  await database.close()
})

test('what only a database knows is unavailable while it hangs', { timeout: 40_000 }, async () => {
  const url = await server.create()
  const line = await startLine(url)
  onTestFinished(line.close)
  const direct = await openPostgres(url)
  await (await openChainIndex(direct.queries, 'eip155:1', 0)).setState({ isComplete: true })
  const api = createApi({ chains: [{ ...chainAt('http://127.0.0.1:1'), networkId: 'eip155:1', index: { startBlock: 0 } }], database: line.url })
  const status = async () => (await api.app.request(`/v1/account/0x${'12'.repeat(20)}/nfts`)).status
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
  line.hang()
  expect(await status()).toBe(503)
  line.close()
  await Promise.all([api.close(), direct.close()])
})
