import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startTestCluster } from '../testing/startTestRedis.ts'
import { testMailboxStore } from './conformance/testMailboxStore.ts'
import { createRedisStore } from './redisStore.ts'

let cluster: Awaited<ReturnType<typeof startTestCluster>>

beforeAll(async () => {
  cluster = await startTestCluster()
}, 60_000)

afterAll(() => cluster.stop())

testMailboxStore(async (options) => {
  const store = await createRedisStore({ urls: cluster.urls, cluster: true, ...options })
  onTestFinished(store.close)
  return store
})
