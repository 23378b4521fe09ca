import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startTestRedis, type TestRedis } from '../testing/startTestRedis.ts'
import { testMailboxStore } from './conformance/testMailboxStore.ts'
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
