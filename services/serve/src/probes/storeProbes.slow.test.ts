import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../settings/readSettings.ts'
import { runProbes } from './probe.ts'
import { storeProbes } from './storeProbes.ts'

/** The probes of the store for these addresses of servers. */
async function probesOf(postgres: string, redis: string) {
  const text = JSON.stringify({ url: 'http://localhost', store: { postgres, redis }, relay: {} })
  return storeProbes(await readSettings('/latchkey.json', { env: {}, readText: async () => text }))
}

/** A server that accepts every connection and never answers. */
async function startSilence() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
      .resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  // the server listens at a port
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

test('the status of a server that is down says “nothing listens there (ECONNREFUSED)”', async () => {
  const found = await runProbes(
    await probesOf('postgres://127.0.0.1:1/x', 'redis://127.0.0.1:1'),
    new AbortController().signal,
  )
  expect(found.map(({ name, state, said }) => [name, state, said])).toEqual([
    ['PostgreSQL', 'failed', 'nothing listens there (ECONNREFUSED)'],
    ['Redis', 'failed', 'nothing listens there (ECONNREFUSED)'],
  ])
})

test('the status of a server that never answers says “no answer in time”, and its connections are closed', {
  timeout: 15_000,
}, async () => {
  const { host, sockets } = await startSilence()
  const found = await runProbes(
    await probesOf(`postgres://${host}/x`, `redis://${host}`),
    AbortSignal.timeout(12_000),
  )
  expect(found.map(({ said }) => said)).toEqual(['no answer in time', 'no answer in time'])
  await expect.poll(() => sockets.size).toBe(0)
})
