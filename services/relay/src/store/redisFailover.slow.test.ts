import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClient } from '../testing/createTestClient.ts'
import { startTestRedis, type TestRedis } from '../testing/startTestRedis.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'
import { createRedisStore } from './redisStore.ts'

/**
 * Starts an address that leads to one server, and later to another, like a virtual IP. Open
 * connections stay with their server.
 */
async function startAddress(
  first: TestRedis,
): Promise<{ url: string; leadTo: (redis: TestRedis) => void }> {
  let port = first.port
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `redis://127.0.0.1:${own}`, leadTo: (redis) => (port = redis.port) }
}

/** Starts a primary, and a replica that already has all its data. */
async function startPair(): Promise<{ primary: TestRedis; replica: TestRedis }> {
  const [primary, replica] = [await startTestRedis(), await startTestRedis()]
  onTestFinished(replica.stop)
  onTestFinished(primary.stop)
  await replica.ask('REPLICAOF', '127.0.0.1', `${primary.port}`)
  await expect
    .poll(() => replica.ask('INFO', 'replication'), { timeout: 20_000 })
    .toContain('master_link_status:up')
  return { primary, replica }
}

/** The replication offset of a server. */
const offsetOf = (info: string, name: string) =>
  Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])

const message = (topic: string, text: string) => ({ topic, message: text, ttl: 300, tag: 1 })

/** How the primary fails. */
const ends = {
  'is killed': async (primary: TestRedis) => primary.signal('SIGKILL'),
  'hangs, as a machine without power': async (primary: TestRedis) => {
    primary.signal('SIGSTOP')
    // a suspended process can end only when it continues
    onTestFinished(() => primary.signal('SIGCONT'))
  },
  'becomes the replica': async (primary: TestRedis, replica: TestRedis) =>
    void (await primary.ask('REPLICAOF', '127.0.0.1', `${replica.port}`)),
}

test.each(Object.entries(ends))(
  'when the primary %s, requests fail with `StorageError`, and then the replica serves all replicated data',
  { timeout: 90_000 },
  async (_, end) => {
    const { primary, replica } = await startPair()
    const address = await startAddress(primary)
    const store = await createRedisStore({ urls: [address.url] })
    onTestFinished(store.close)
    const relay = await startTestRelay({ store })
    const [site, walletClient, topic] = [await relay.open(), createTestClient(), newTopic()]
    const wallet = await relay.open(walletClient)
    await wallet.ask('irn_subscribe', { topic })
    await wallet.close()
    const answered = Array.from({ length: 200 }, (_each, index) => `${index}`)
    await Promise.all(answered.map((text) => site.ask('irn_publish', message(topic, text))))
    await expect
      .poll(async () => offsetOf(await replica.ask('INFO', 'replication'), 'slave_repl_offset'), {
        timeout: 10_000,
      })
      .toBeGreaterThanOrEqual(
        offsetOf(await primary.ask('INFO', 'replication'), 'master_repl_offset'),
      )

    await end(primary, replica)
    expect((await site.answer('irn_publish', message(newTopic(), 'away'))).error).toMatchObject({
      code: -32603,
      data: 'StorageError',
    })
    expect((await fetch(`${relay.http}/health`)).status).toBe(503)

    await replica.ask('REPLICAOF', 'NO', 'ONE')
    address.leadTo(replica)
    const health = () => fetch(`${relay.http}/health`).then(({ status }) => status)
    await expect.poll(health, { timeout: 30_000, interval: 200 }).toBe(200)
    const back = await relay.open(walletClient)
    await back.ask('irn_fetchMessages', { topic: newTopic() })
    await site.ask('irn_publish', message(topic, 'back'))
    const received: string[] = []
    while (received.length < answered.length + 1)
      received.push((await back.push()).params.data.message)
    expect(received.toSorted()).toEqual([...answered, 'back'].toSorted())
  },
)
