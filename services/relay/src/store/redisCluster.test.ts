import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startTestCluster } from '../testing/startTestRedis.ts'
import { testMailboxStore } from './conformance/testMailboxStore.ts'
import { createRedisStore } from './redisStore.ts'

let cluster: Awaited<ReturnType<typeof startTestCluster>>

beforeAll(async () => {
  cluster = await startTestCluster()
}, 60_000)

afterAll(() => cluster.stop())

testMailboxStore(async (mailbox) => {
  const store = await createRedisStore({ urls: cluster.urls, cluster: true, mailbox })
  onTestFinished(store.close)
  return store
})
