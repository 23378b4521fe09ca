import { expect, onTestFinished, test } from 'vitest'
import { createTestClient } from '../testing/createTestClient.ts'
import { newTopic, startTestRelay } from '../testing/startTestRelay.ts'
import { startTestRedis } from '../testing/startTestRedis.ts'
import { createRedisStore } from './redisStore.ts'

const message = (topic: string, text: string) => ({ topic, message: text, ttl: 300, tag: 1 })

test('while Redis is down, requests fail and sockets stay open, and all requests work when Redis is up again', {
  timeout: 60_000,
}, async () => {
  const redis = await startTestRedis()
  let failed = () => {}
  const broken = new Promise<void>((resolve) => {
    failed = resolve
  })
  const store = await createRedisStore({ urls: [redis.url], onError: () => failed() })
  onTestFinished(store.close)
  const relay = await startTestRelay({ store })
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  await redis.stop()
  await broken
  expect((await fetch(`${relay.http}/health`)).status).toBe(503)
  expect((await site.answer('irn_publish', message(topic, 'away'))).error).toMatchObject({
    code: -32603,
    data: 'StorageError',
  })

  const again = await startTestRedis({ port: redis.port })
  onTestFinished(again.stop)
  await expect
    .poll(() => fetch(`${relay.http}/health`).then(({ status }) => status), { timeout: 20_000 })
    .toBe(200)
  await wallet.ask('irn_subscribe', { topic })
  await site.ask('irn_publish', message(topic, 'back'))
  expect((await wallet.push()).params.data.message).toBe('back')
})

test('a message that one relay missed is delivered to its client when the relay is connected to Redis again', {
  timeout: 60_000,
}, async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const [deaf, other] = [
    await createRedisStore({ urls: [redis.url] }),
    await createRedisStore({ urls: [redis.url] }),
  ]
  onTestFinished(deaf.close)
  onTestFinished(other.close)
  const [relay, elsewhere] = [
    await startTestRelay({ store: deaf }),
    await startTestRelay({ store: other }),
  ]
  const [wallet, site, topic] = [
    await relay.open(createTestClient()),
    await elsewhere.open(),
    newTopic(),
  ]
  await wallet.ask('irn_subscribe', { topic })
  // Redis closes only the connections for notifications. The message is published before they are
  // open again.
  await redis.ask('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await site.ask('irn_publish', message(topic, 'unheard'))
  expect((await wallet.push()).params.data.message).toBe('unheard')
})
