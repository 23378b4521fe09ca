import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/startTestRedis.ts'
import { testMailboxStore } from './conformance/testMailboxStore.ts'
import { newClient, newMessage, newTopic } from './conformance/world.ts'
import { createRedisStore } from './redisStore.ts'

let redis: TestRedis

beforeAll(async () => {
  redis = await startTestRedis()
})

afterAll(() => redis.stop())

testMailboxStore(async (options) => {
  const store = await createRedisStore({ urls: [redis.url], ...options })
  onTestFinished(store.close)
  return store
})

test('when an old message with a waiting event is published again, the event counts once', async () => {
  const store = await createRedisStore({ urls: [redis.url] })
  onTestFinished(store.close)
  await redis.ask(
    'DEL',
    'lk:{watch}:due',
    'lk:{watch}:events',
    'lk:{watch}:sizes',
    'lk:{watch}:told',
  ) // removes data of other tests
  await store.watch.start(() => {})
  const site = newClient()
  await store.watch.register(
    site,
    {
      id: 'hook',
      type: 'publisher',
      service: 'https://example.org',
      url: 'https://example.org/hook',
      tags: [1108],
      statuses: ['accepted'],
      ends: Date.now() + 60_000,
    },
    '',
  )
  const message = newMessage(newTopic(), site, 'hello')
  await store.publish(message)
  const [event] = await store.watch.claim(10)
  if (!event) throw new Error('no event')
  await redis.ask('DEL', `lk:{watch}:seen:${event.id}`)
  expect(await store.publish(message)).toBe('known')
  await store.watch.finish(event)
  expect(
    (
      await redis.ask(
        'EXISTS',
        'lk:{watch}:due',
        'lk:{watch}:events',
        'lk:{watch}:sizes',
        'lk:{watch}:told',
      )
    ).trim(),
  ).toBe('0')
})
