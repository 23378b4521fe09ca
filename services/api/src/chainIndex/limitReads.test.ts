import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApi } from '../createApi.ts'
import { DatabaseError } from '../db/database.ts'
import { openPostgres } from '../db/openPostgres.ts'
import { chainAt } from '../testing/chainAt.ts'
import { startTestPostgres, type TestPostgres } from '../testing/startTestPostgres.ts'
import { limitReads } from './limitReads.ts'
import { openChainIndex } from './openChainIndex.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startTestPostgres()
}, 60_000)
afterAll(() => server.stop())

/** A line to a database that a test can cut, silently or not. */
async function startWay(target: string) {
  const url = new URL(target)
  const { port } = url
  const sockets = new Set<Socket>()
  let hangs = false
  const way = createServer((near) => {
    const far = connect(Number(port), url.hostname)
    for (const [from, to] of [[near, far], [far, near]] as const) {
      sockets.add(from.on('error', () => {}).on('close', () => to.destroy()))
      if (!hangs) from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  const close = () => {
    way.close()
    sockets.forEach((socket) => socket.destroy())
  }
  onTestFinished(close)
  url.port = String((way.address() as AddressInfo).port) // a server on a port has such an address
  const hang = () => {
    hangs = true
    sockets.forEach((socket) => socket.unpipe().pause())
  }
  return { url: url.href, close, hang }
}

test('a question ends when the database hangs', async () => {
  const way = await startWay(await server.create())
  const database = await openPostgres(way.url)
  const index = limitReads(await openChainIndex(database.queries, 'eip155:1', 0), 100)
  expect(await index.state()).toEqual({ isComplete: false, isAlarmed: false })
  way.hang()
  await expect(index.state()).rejects.toThrow(DatabaseError)
  way.close()
  await database.close()
})

test('what only a database knows is unavailable while it hangs', { timeout: 40_000 }, async () => {
  const url = await server.create()
  const way = await startWay(url)
  const direct = await openPostgres(url)
  await (await openChainIndex(direct.queries, 'eip155:1', 0)).setState({ isComplete: true })
  const api = createApi({ chains: [{ ...chainAt('http://127.0.0.1:1'), networkId: 'eip155:1', index: { startBlock: 0 } }], database: way.url })
  const status = async () => (await api.app.request(`/v1/account/0x${'12'.repeat(20)}/nfts`)).status
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
  way.hang()
  expect(await status()).toBe(503)
  way.close()
  await Promise.all([api.close(), direct.close()])
})
