import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestRedis } from '../testing/startTestRedis.ts'
import { startTestRelay } from '../testing/startTestRelay.ts'
import { newClient, newMessage, newTopic, textsFor } from './conformance/world.ts'
import { createRedisStore } from './redisStore.ts'

/** Finds a free port. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

test.each([false, true])(
  'a relay whose Redis is down at the start reports it, and works when Redis is up (cluster: %s)',
  { timeout: 60_000 },
  async (cluster) => {
    const port = await freePort()
    const codes = new Set<unknown>()
    const store = await createRedisStore({
      urls: [`redis://127.0.0.1:${port}`],
      cluster,
      onError: (error) => codes.add('code' in error ? error.code : error.name),
    })
    onTestFinished(store.close)
    const relay = await startTestRelay({ store })
    expect((await fetch(`${relay.http}/health`)).status).toBe(503)
    const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
    const requests = [
      store.publish(newMessage(topic, site, 'away')),
      store.read({ client: wallet, topic, after: 0, limit: 1 }),
      store.subscribe(wallet, [topic], ''),
      store.listen(wallet, () => {}),
      store.watch.claim(1),
    ]
    for (const work of requests)
      await expect(work).rejects.toMatchObject({ name: 'StoreError', kind: 'failed' })
    expect(codes).toContain('ECONNREFUSED')

    const redis = await startTestRedis({ port, cluster })
    onTestFinished(redis.stop)
    // a cluster of a single server does not know its own address
    if (cluster) await redis.ask('CONFIG', 'SET', 'cluster-announce-ip', '127.0.0.1')
    if (cluster) await redis.ask('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await expect
      .poll(() => fetch(`${relay.http}/health`).then(({ status }) => status), { timeout: 10_000 })
      .toBe(200)
    expect(await store.publish(newMessage(topic, site, 'back'))).toBe('stored')
    expect(await textsFor(store, wallet, topic)).toEqual(['back'])
    await expect
      .poll(() => fetch(`${relay.http}/public-key`).then(({ status }) => status), {
        timeout: 10_000,
      })
      .toBe(200) // webhooks work again, too
  },
)
