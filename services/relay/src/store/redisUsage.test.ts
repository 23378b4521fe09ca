import { expect, onTestFinished, test } from 'vitest'
import { startTestRedis } from '../testing/startTestRedis.ts'
import { newClient, newMessage, newTopic } from './conformance/world.ts'
import { createRedisStore } from './redisStore.ts'

const plenty = { messages: 1e9, bytes: 1e12, subscriptions: 1e9 }

test('a message that Redis refuses does not count against the limit of its client', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const store = await createRedisStore({
    urls: [redis.url],
    shares: { client: { ...plenty, messages: 2 }, address: plenty },
  })
  onTestFinished(store.close)
  const [site, damaged] = [newClient(), newTopic()]
  await redis.ask('SET', `lk:{${damaged}}:log`, 'a text')
  for (const text of ['first', 'second', 'third'])
    await expect(store.publish(newMessage(damaged, site, text))).rejects.toMatchObject({
      name: 'StoreError',
      kind: 'failed',
    })
  expect([
    await store.publish(newMessage(newTopic(), site, 'one')),
    await store.publish(newMessage(newTopic(), site, 'two')),
  ]).toEqual(['stored', 'stored'])
  await expect(store.publish(newMessage(newTopic(), site, 'three'))).rejects.toMatchObject({
    name: 'ShareError',
    reason: 'client',
  })
})
